/** A seller's own looks on pages of ours: its name and its logo, which stand beside who it is, never in place of us. */
import type { JSX } from "preact";
import type { Brand } from "../../store/read/brand.js";
import { Given } from "./given.js";

const logoPath = (sellerCode: string, hash: string): string => `/brand/${sellerCode}/${hash}`;

/** The picture beside a link to a page of a seller's; undefined for ours. */
export const previewPicture = (sellerCode: string, { logo }: Brand): string | undefined =>
  logo === null ? undefined : logoPath(sellerCode, logo.hash);

/** Names a seller above its own name; nothing for one that has set neither. */
export function BrandMark({ sellerCode, brand }: { sellerCode: string; brand: Brand }): JSX.Element | null {
  const { logo, name } = brand;
  if (logo === null && name === "") return null;
  return (
    <div class="mb-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {logo === null ? null : (
        // On white in dark too: most logos are drawn for it.
        <img
          class="h-12 w-auto max-w-32 shrink-0 rounded-lg border border-base-300 bg-white object-contain p-1"
          src={logoPath(sellerCode, logo.hash)}
          width={logo.width}
          height={logo.height}
          alt=""
        />
      )}
      {name === "" ? null : (
        <p class="min-w-0 flex-1 basis-24 text-lg leading-snug font-semibold tracking-tight">
          <Given text={name} lines={2} />
        </p>
      )}
    </div>
  );
}
