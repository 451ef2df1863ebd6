/** How the identity looks where it matters most: over a checkout, over a mail and on a receipt, in light and in dark. */
import type { JSX } from "preact";
import { holderOf, imprintOf, type OperatorIdentity, PRODUCT } from "../../../domain/operator-identity.js";
import { hasSoftwareLine } from "../../../words/operator-names.js";
import { Icon } from "../../kit/icons.js";
import { OperatorMark, operatorLinks } from "../../kit/operator.js";
import type { Theme } from "../../kit/site.js";
import { Section } from "../../kit/ui.js";

type Shown = { readonly identity: OperatorIdentity; readonly mailFrom: string };

/** Of a seller that is made up. */
const SELLER = "North Wares";

const LOOKS = [
  ["light", "holdfast"],
  ["dark", "holdfast-dark"],
] as const satisfies readonly (readonly [Theme, string])[];

export const IdentityPreview = (shown: Shown): JSX.Element => (
  <Section title="Preview" lead={`As it looks beside a seller called ${SELLER}.`}>
    <div class="grid gap-5 lg:grid-cols-2 xl:grid-cols-1">
      {LOOKS.map(([theme, name]) => (
        <div data-theme={name} class="min-w-0 rounded-box">
          <div class="brand space-y-3 rounded-box border border-base-300 bg-base-200 p-3 text-sm text-base-content">
            <Page {...shown} theme={theme} />
            <Checkout {...shown} />
            <Mail {...shown} />
            <Receipt {...shown} />
          </div>
        </div>
      ))}
    </div>
  </Section>
);

const Caption = ({ text }: { text: string }): JSX.Element => <p class="muted px-3 pt-2.5 text-xs">{text}</p>;

const Page = ({ identity, theme }: Shown & { theme: Theme }): JSX.Element => (
  <div class="panel overflow-hidden">
    <Caption text="Page" />
    <p class="flex items-center justify-between gap-3 p-3">
      <OperatorMark theme={theme} identity={identity} />
      <span class="link link-primary">Sign in</span>
    </p>
    <p class="muted flex flex-wrap gap-x-3 border-t border-base-300 px-3 py-2 text-xs">
      {operatorLinks(identity).map(([name]) => (
        <span class="capitalize">{name}</span>
      ))}
      {hasSoftwareLine(identity) ? <span>Software by {PRODUCT}</span> : null}
    </p>
  </div>
);

const Checkout = ({ identity }: Shown): JSX.Element => (
  <div class="panel overflow-hidden">
    <Caption text="Checkout" />
    <p class="flex items-center gap-2.5 px-3 py-2 font-semibold">
      <span class="grid size-8 shrink-0 place-items-center rounded-lg bg-base-300">
        <Icon name="store" class="size-4.5" />
      </span>
      {SELLER}
    </p>
    <p class="muted flex items-center gap-1.5 border-y border-base-300 bg-base-200 px-3 py-1.5 text-xs">
      <Icon name="shield-check" class="size-4 shrink-0 text-primary" />
      <span class="min-w-0">Payments are held by {holderOf(identity)} until you approve</span>
    </p>
    <p class="p-3">
      <span class="btn btn-primary pointer-events-none w-full">Confirm and pay</span>
    </p>
  </div>
);

const Mail = ({ identity, mailFrom }: Shown): JSX.Element => (
  <div class="panel overflow-hidden">
    <Caption text="Mail" />
    <div class="space-y-1 px-3 py-2">
      <p class="font-semibold [overflow-wrap:anywhere]">
        {SELLER} via {identity.name}
      </p>
      <p class="muted text-xs [overflow-wrap:anywhere]">{addressIn(mailFrom)}</p>
      <p class="muted border-t border-base-300 pt-2 text-xs [overflow-wrap:anywhere]">
        {imprintOf(identity) === "" ? identity.name : imprintOf(identity)}
      </p>
    </div>
  </div>
);

/** Without the name before it. */
const addressIn = (mailFrom: string): string => mailFrom.slice(mailFrom.lastIndexOf("<") + 1).replace(">", "");

const Receipt = ({ identity }: Shown): JSX.Element => (
  <div class="panel overflow-hidden">
    <Caption text="Receipt" />
    <div class="flex justify-between gap-4 px-3 py-2">
      <span>
        <strong class="font-semibold">{SELLER}</strong>
        <span class="muted block text-xs">Receipt</span>
      </span>
      <span class="min-w-0 text-xs">
        <span class="muted block">Held and paid out by</span>
        <strong class="font-semibold [overflow-wrap:anywhere]">{holderOf(identity)}</strong>
        {identity.address === "" ? null : (
          <span class="muted block whitespace-pre-line [overflow-wrap:anywhere]">{identity.address}</span>
        )}
        {identity.registration === "" ? null : (
          <span class="muted block [overflow-wrap:anywhere]">{identity.registration}</span>
        )}
      </span>
    </div>
  </div>
);
