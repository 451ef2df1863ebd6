/** Pieces that pages of the desk are put together from. */
import type { VerificationStatus } from "@holdfast/contract";
import type { JSX } from "preact";
import { type Currency, type Decimals, decimalsOf, formatAmount } from "../../domain/currencies.js";
import { CURRENCY } from "../../domain/money.js";
import { type Operator, REASON_MAX } from "../../domain/operators.js";
import { duration } from "../../words/format.js";
import { typedText } from "../disputes/offer-form.js";
import type { Tone } from "../kit/badge.js";
import { Badge } from "../kit/badge.js";
import { Given } from "../kit/given.js";
import type { IconName } from "../kit/icons.js";
import { described, Field, Notice } from "../kit/ui.js";
import type { DeskContext } from "./access.js";
import { type InCell, inCell, type More } from "./cells.js";
import { accountPath } from "./links.js";
import { isSaid, SAID } from "./words.js";

export const operatorOf = ({ seller }: DeskContext): Operator => ({
  id: seller.id,
  name: seller.email,
  accounts: seller.memberships.map(({ account }) => account),
  second: null,
});

/** Why somebody else has to decide. */
export const OWN = {
  own_account: "You belong to this account, so another operator has to decide.",
  own_order: "You bought this order yourself, so another operator has to decide.",
} as const;

const withDecimals = (least: Decimals): Intl.NumberFormat =>
  new Intl.NumberFormat("en", { minimumFractionDigits: least });
const numbers: Readonly<Record<Decimals, Intl.NumberFormat>> = {
  0: withDecimals(0),
  2: withDecimals(2),
  3: withDecimals(3),
};

/** "-1,234.50", "1,234.500" of dinars, "1,234" of yen. @param amount in the unit of the currency */
export const digitsOf = (amount: bigint, currency: Currency = CURRENCY): string =>
  numbers[decimalsOf(currency)].format(formatAmount(amount, currency) as Intl.StringNumericLiteral);

const STANDINGS = {
  UNVERIFIED: { tone: "over", icon: "circle-alert", text: "Unverified" },
  PENDING: { tone: "waiting", icon: "clock", text: "Waiting for verification" },
  VERIFIED: { tone: "good", icon: "badge-check", text: "Verified" },
  REJECTED: { tone: "bad", icon: "ban", text: "Rejected" },
} as const satisfies Record<VerificationStatus, { tone: Tone; icon: IconName; text: string }>;

export const VERIFICATION_LABELS: Readonly<Record<VerificationStatus, string>> = {
  UNVERIFIED: STANDINGS.UNVERIFIED.text,
  PENDING: STANDINGS.PENDING.text,
  VERIFIED: STANDINGS.VERIFIED.text,
  REJECTED: STANDINGS.REJECTED.text,
};

/** How an account stands: its verification, and that it is suspended. */
export const AccountBadges = ({
  account,
}: {
  account: { readonly verificationStatus: VerificationStatus; readonly suspended: boolean };
}): JSX.Element => (
  <span class="inline-flex flex-wrap gap-1.5">
    {account.suspended ? <Badge tone="bad" icon="pause" text="Suspended" /> : null}
    <Badge {...STANDINGS[account.verificationStatus]} />
  </span>
);

/** A merchant's name, which leads to the page of the account, with its code below. */
export const AccountLink = ({
  account,
}: {
  account: InCell<{ readonly sellerCode: string; readonly tradingName: string }>;
}): JSX.Element => (
  <span class="block max-w-56 min-w-32">
    <a class="link link-primary inline-flex min-h-6 items-center" href={accountPath(account.sellerCode)}>
      <Given text={account.tradingName} lines={2} />
    </a>
    <span class="muted block text-xs">
      {account.sellerCode}
      {account.cell === undefined ? null : ` · cell ${account.cell}`}
    </span>
  </span>
);

/** Heads a column whose cells say all that there is to see. */
export const Unseen = ({ text }: { text: string }): JSX.Element => <span class="sr-only">{text}</span>;

const SIZES = [86_400, 3_600, 60, 1] as const;

/** "3 days", "2 hours": whole units of the largest that fits. */
export function age(seconds: number): string {
  const size = SIZES.find((one) => seconds >= one) ?? 1;
  return duration(Math.max(0, Math.floor(seconds / size) * size), "en");
}

/** Leads to where something of another cell is acted on. */
export const OpenThere = ({ path, cell }: { path: string; cell: string }): JSX.Element => (
  <a class="btn btn-sm whitespace-nowrap" href={inCell(path, cell)}>
    Open in cell {cell}
  </a>
);

/** The other cells that have more rows than are shown here, each on pages of its own. */
export const MoreThere = ({ more }: { more: readonly More[] }): JSX.Element | null =>
  more.length === 0 ? null : (
    <p class="mb-6 flex flex-wrap gap-2">
      {more.map(({ cell, href }) => (
        <a class="btn btn-sm" href={href}>
          More in cell {cell}
        </a>
      ))}
    </p>
  );

/** What came of the action that led here, as the address tells it. */
export function Said({ said }: { said: string | undefined }): JSX.Element | null {
  if (said === undefined || !isSaid(said)) return null;
  const [tone, text] = SAID[said];
  return <Notice tone={tone}>{text}</Notice>;
}

/** What was typed as a reason, and what is wrong with it. */
export type TypedReason = { readonly reason: string; readonly problem: string | null };

export const NO_REASON: TypedReason = { reason: "", problem: null };

export function readReason(typed: string | undefined, max: number = REASON_MAX): TypedReason {
  const reason = typedText(typed);
  const length = [...reason].length;
  if (length === 0) return { reason, problem: "Give a reason, in a sentence." };
  return { reason, problem: length > max ? `Use at most ${max} characters, not ${length}.` : null };
}

export const ReasonField = ({
  typed,
  hint,
  label = "Reason",
  name = "reason",
  id = name,
  isRequired = true,
}: {
  typed: TypedReason;
  hint: string;
  label?: string;
  /** Of the field. */
  name?: string;
  /** One a page. */
  id?: string;
  /** False where another button of the form needs none. */
  isRequired?: boolean;
}): JSX.Element => (
  <Field label={label} name={id} hint={hint} problem={typed.problem}>
    <textarea
      class="field"
      rows={3}
      required={isRequired}
      {...described(id, { hasHint: true, problem: typed.problem })}
      name={name}
    >
      {typed.reason}
    </textarea>
  </Field>
);

/** An id or code in full, over as many lines as it needs: somebody reads it, or says it to a bank. */
export const FullId = ({ children: id }: { children: string }): JSX.Element => (
  <span class="font-mono text-xs [overflow-wrap:anywhere] select-all">{id}</span>
);

/** The same, with a button that copies it where scripts run. @param props.label what it is, such as "reference" */
export const CopiedId = ({ children: id, label }: { children: string; label: string }): JSX.Element => (
  <span class="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
    <FullId>{id}</FullId>
    <button type="button" hidden data-copy={id} data-done="Copied" class="btn btn-xs">
      Copy<span class="sr-only"> {label}</span>
    </button>
  </span>
);
