/** What a visitor sees behind a session's `url`. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Offer } from "../../../commands/quotes.js";
import type { PaymentClaim } from "../../../domain/claims.js";
import { totalOf } from "../../../domain/escrow.js";
import type { Network } from "../../../domain/model.js";
import { type Cents, subtract, ZERO } from "../../../domain/money.js";
import type { Shown } from "../../../domain/provider-looks.js";
import { RETURNED } from "../../../domain/return-url.js";
import { isIn, TERMINAL, UNFUNDED } from "../../../domain/states.js";
import type { PhoneCountries } from "../../../phones/countries.js";
import type { KnownWay, PaymentView, RefundView } from "../../../store/read/money/payments.js";
import type { HostedEscrow, HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import type { FrameMessage } from "../../kit/document.js";
import { shownVersion } from "../../kit/shown-version.js";

/** The escrow of a session, and all that was paid and given back: for the buyer who confirmed, and nobody else. */
export type Mine = {
  readonly kind: "mine";
  readonly escrow: HostedEscrow;
  /** Oldest first. */
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  /** What the buyer has said of the open payment, where it is by a rail of the operator's own; null for nothing. */
  readonly claim: PaymentClaim | null;
};

export type Standing =
  | { readonly kind: "open" }
  | { readonly kind: "expired" }
  /** Completed, and we do not know who is looking. */
  | { readonly kind: "completed" }
  /** Completed by another buyer than the one who is looking. */
  | { readonly kind: "taken" }
  | Mine;

export type ShownMethods = Readonly<Partial<Record<PaymentMethod, Shown>>>;

export type Price = {
  /** Currencies that the order can be paid in now: USD first, where somebody takes it. */
  readonly choices: readonly string[];
  readonly currency: string;
  /** What is due in that; null for USD. */
  readonly offer: Offer | null;
  /** The same as a form carries it back; "" for USD. */
  readonly signed: string;
};

export type View = {
  readonly session: HostedSession;
  readonly standing: Standing;
  /** The address of the page, as a path. */
  readonly path: string;
  /** What the shop asked for behind it, `?lang=fr` or nothing: it stays as long as nobody chooses another language. */
  readonly query: string;
  /** When the buyer came back from a provider's page, in Unix seconds; null for who didn't. */
  readonly returnedAt: number | null;
  /** Whether it shows inside of a seller's page, which links then lead out of. */
  readonly isFramed: boolean;
  /** The page itself, for another device. */
  readonly link: string;
  /** Where the buyer's own page of the order is; null for visitors who have none. */
  readonly orderPath: string | null;
  /** In which ways money can be paid here. */
  readonly methods: readonly PaymentMethod[];
  readonly price: Price;
  /** Where the payer is, as far as anything tells: two letters each, the surest first. */
  readonly countries: readonly string[];
  /** Those of them that their provider has words or an icon for. */
  readonly shown: ShownMethods;
  /** For how many days a payment can be paid back, of those methods where the order may take longer. */
  readonly refundDays: Readonly<Partial<Record<PaymentMethod, number>>>;
  /** Days that money may stay where it is paid, where the order may take longer and no way to pay allows that; null for none. */
  readonly tooLong: number | null;
  readonly fundingDeadlineSeconds: number;
  /** Of the phone that pays by mobile money. */
  readonly phones: PhoneCountries;
  /** What may be said of it besides, where a provider did not take the number. */
  readonly networks: readonly Network[];
  /** How this buyer paid before, at any seller; nothing for strangers. */
  readonly known: KnownWay;
};

export const isUnfunded = ({ status }: HostedEscrow): boolean => isIn<string>(UNFUNDED, status);

export const missingOf = ({ session, escrow }: { session: HostedSession; escrow: HostedEscrow }): Cents =>
  subtract(totalOf(session), escrow.funded);

/** Behind the address of a form that pays: the currency that the payer sees is the one that is meant. */
export function payQueryOf({ query, price: { currency, choices } }: Pick<View, "query" | "price">): string {
  if (choices.length < 2 || query.includes("currency=")) return query;
  return `${query}${query === "" ? "?" : "&"}currency=${currency}`;
}

/** Where actions lead back to. */
export const hereOf = ({ path, query }: Pick<View, "path" | "query">): string => path + query;

/** The page's own address, with the mark that the buyer has come back from paying. */
export const sameOf = (view: Pick<View, "path" | "query" | "returnedAt">): string =>
  hereOf(view) + markOf(view.returnedAt, view.query === "" ? "?" : "&");

/** @param before what stands between it and what it follows. */
export const markOf = (returnedAt: number | null, before: "?" | "&"): string =>
  returnedAt === null ? "" : `${before}${RETURNED}=${returnedAt}`;

/** For how long who has just paid isn't asked to pay: its provider mostly tells within a few seconds how that ended. */
export const CHECKING_SECONDS = 30;

/** Of a card payment from whose page the buyer has come back, and of which nothing was heard since; null for all others. */
export function checkOf({ returnedAt, session }: Pick<View, "returnedAt" | "session">, payment: PaymentView) {
  const { instructions, status, created } = payment;
  const hasReturned = returnedAt !== null && created <= returnedAt;
  if (!hasReturned || instructions?.kind !== "redirect" || status !== "CREATED") return null;
  return session.now < returnedAt + CHECKING_SECONDS ? "checking" : "unheard";
}

/** Where the buyer goes on after signing in: what is to be chosen first has the focus there, as browsers focus what an address names. */
export const payPlaceOf = (view: Pick<View, "path" | "query">): string => `${hereOf(view)}#${PAY_ANCHOR}`;
export const PAY_ANCHOR = "pay";

/** The payment that the buyer, or the provider, is at. At most one is, but for what a bank brings by itself. */
export const openPayment = ({ payments }: Pick<Mine, "payments">): PaymentView | undefined =>
  payments.findLast(({ status }) => status === "PENDING") ?? payments.findLast(({ status }) => status === "CREATED");

/** Whether its account is the operator's own. */
export const isOfRail = ({ instructions }: PaymentView): boolean =>
  instructions?.kind === "transfer" && instructions.rail !== undefined;

/** The last payment, if it is one that came to nothing. */
export function lastFailure({ payments }: Mine): PaymentView | null {
  const last = payments.at(-1);
  return last !== undefined && last.status === "FAILED" ? last : null;
}

/** Where the rest of what a transfer was to bring can go as well: the account that its part came to. */
export function lastTransfer({ payments }: Mine): PaymentView | null {
  return (
    payments.findLast(({ received, instructions }) => received > ZERO && instructions?.kind === "transfer") ?? null
  );
}

/** What a page around this one is told of the session. */
export function frameStateOf({ standing }: View): FrameMessage["state"] {
  switch (standing.kind) {
    case "open":
      return "open";
    case "expired":
      return "closed";
    case "completed":
    case "taken":
      return "confirmed";
    case "mine":
      if (isUnfunded(standing.escrow)) return "paying";
      return isIn<string>(TERMINAL, standing.escrow.status) && standing.escrow.status !== "COMPLETED"
        ? "closed"
        : "paid";
    default:
      return standing satisfies never;
  }
}

/** Whether a payment is under way, so that the page will have news before long. */
export const isPaymentPending = ({ standing }: View): boolean =>
  standing.kind === "mine" && isUnfunded(standing.escrow) && openPayment(standing) !== undefined;

/** Changes whenever the page would look different to this person; tells nothing else. */
export function versionOf(view: Pick<View, "session" | "standing" | "returnedAt">): string {
  const { session, standing } = view;
  const ranOut = session.status === "EXPIRED" && session.now >= session.expiresAt;
  const payment = standing.kind === "mine" ? openPayment(standing) : undefined;
  const check = payment === undefined ? null : checkOf(view, payment);
  return shownVersion([session.status, ranOut, standing, check]);
}

/** The phone that was asked last; "" when none was. */
export function lastPhone(standing: Standing): string {
  if (standing.kind !== "mine") return "";
  const asked = standing.payments.findLast(({ instructions }) => instructions?.kind === "prompt")?.instructions;
  return asked?.kind === "prompt" ? asked.phone : "";
}
