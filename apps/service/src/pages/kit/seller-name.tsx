import type { JSX } from "preact";
import { Given } from "./given.js";
import { Icon } from "./icons.js";

/** A seller's name, and whether we know them. */
export const SellerName = ({
  seller: { tradingName, isVerified },
  label,
  verified,
}: {
  seller: { readonly tradingName: string; readonly isVerified: boolean };
  /** Read out before the name by a screen reader. */
  label: string;
  verified: string;
}): JSX.Element => (
  <>
    <span class="muted flex min-w-0 gap-1.5">
      <Icon name="store" class="mt-0.5 size-4" />
      <span class="sr-only">{label} </span>
      <Given text={tradingName} lines={2} />
    </span>
    {isVerified ? (
      <span class="inline-flex items-center gap-1 font-medium text-success">
        <Icon name="badge-check" class="size-4" />
        {verified}
      </span>
    ) : null}
  </>
);
