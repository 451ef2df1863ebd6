/**
 * What a payment provider is to us. An adapter for each implements {@link Adapter} and passes the conformance suite (test/providers/
 * conformance.ts); the rest of the service sees it as a {@link Provider}, through the wrapper that all adapters share (wrapper.ts).
 *
 *   * Everything is asked under a reference of ours, and what was asked before is looked up before it is asked for again:
 *     few providers do for ever only once what they are asked twice.
 *   * No call rejects, and none takes longer than {@link CALL_WITHIN_MS}: what could not be said is `unreachable`, which means that
 *     nobody knows whether it was done. No call is made while a transaction is open.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { PaymentMethod } from "@holdfast/contract";
import type { Network, PaymentInstructions } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { PayeeForm } from "../domain/payees.js";
import type { DestinationKind, Payee } from "../domain/payouts.js";
import type { Looks, ProviderIcon, Shown } from "../domain/provider-looks.js";
import type { PaymentFailure } from "../domain/states.js";
import type { Capability, Currency, Offer, Stay } from "./capabilities.js";
import type { BalanceOf, BooksOf, KnowsRates, Money, StatementPage, Unknown, Unreachable } from "./port-books.js";
import type { Held, Holder, HolderAdapter } from "./port-holder.js";
import type { DisputeReport, Named, PaymentReport, Report } from "./port-reports.js";

export type { Capability, Currency, PaysOut, Stay, TakesPayments } from "./capabilities.js";
export type { BalanceOf, BooksOf, Money, StatementLine, StatementPage, Unknown, Unreachable } from "./port-books.js";

export type {
  DisputeReport,
  Named,
  OutgoingReport,
  PayeeReport,
  PaymentReport,
  ProviderIds,
  Report,
} from "./port-reports.js";

/** From a call to its answer, whatever the provider does, unless the operator says otherwise. */
export const CALL_WITHIN_MS = 8_000;

/** For how long of that the network is waited for. */
export const answeredWithinMs = (callWithinMs: number): number => callWithinMs - 500;

// What it is asked ---------------------------------------------------------------------------------------------------

export type PaymentOrder = {
  /** Ours: 14 letters and digits, short enough for a person to type. */
  readonly reference: string;
  readonly method: PaymentMethod;
  readonly amount: Cents;
  readonly currency: Currency;
  /** A plus sign and digits (E.164), for a prompt on a phone. */
  readonly phone: string | null;
  /** The network of the phone, as its provider calls it, where the payer named one; null to go by the number. */
  readonly network: string | null;
  /** The payer's. */
  readonly email: string;
  /** What is paid for, in the seller's words: one line. */
  readonly description: string;
  /** What the payer reads: en, fr, sw or pt. */
  readonly language: string;
  /** Where a provider's page sends the payer when it is done, and where when the payer gives up. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Unix seconds from which on the money is not wanted any more. */
  readonly expiresAt: number;
};

export type RefundOrder = {
  readonly reference: string;
  /** Which money goes back, by {@link referenceOf}. Never more in total than it brought. */
  readonly payment: string;
  readonly method: PaymentMethod;
  readonly amount: Cents;
  readonly currency: Currency;
};

export type PayoutOrder = {
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: Currency;
  readonly payee: Payee;
  /** Of a payee of kind `connected`: the payment that brought the money, by {@link referenceOf}; left out for the balance. */
  readonly source?: string | null;
};

// What it answers ----------------------------------------------------------------------------------------------------

/** What an adapter wants kept of an answer, for later questions under the same reference. */
export type Keep = {
  /** The provider's own id of it. */
  readonly theirId?: string;
  /** A few short texts, 2 KiB together; what is kept already stays beside it. */
  readonly data?: Data;
};
export type Data = Readonly<Record<string, string>>;

export type Created =
  | { readonly kind: "created"; readonly instructions: PaymentInstructions; readonly keep?: Keep }
  /** For good: the reference stays refused. */
  | { readonly kind: "refused"; readonly failure: PaymentFailure; readonly keep?: Keep }
  | Unreachable;

/**
 * `cancelled`: no money will be asked for under the reference any more. What comes in all the same, as to an account at a
 * bank, is reported. `waiting`: it can't be called off, and may bring money until then (Unix seconds); we give up all the
 * same, and look until then. `too_late`: money is on its way or has arrived; look it up.
 */
export type Cancelled =
  | { readonly kind: "cancelled" }
  | { readonly kind: "waiting"; readonly until: number }
  | { readonly kind: "too_late" }
  | Unreachable;

/**
 * What a provider says of a refund or a payout. `pending`: it was taken, and is on its way. `paid`: it is there.
 * `returned`: it was paid, and came back. `refused`: for good, under this reference. `short`: not taken, for our balance at
 * the provider does not reach. `busy`: not taken, for another has to end first. Reasons are one sentence that a person can
 * read.
 */
export type PaidOut =
  /** `money`: how much, where the provider says so. The wrapper believes it of what was asked for alone. */
  | { readonly kind: "paid"; readonly money?: Money; readonly keep?: Keep }
  | { readonly kind: "pending"; readonly keep?: Keep }
  | { readonly kind: "refused"; readonly reason: string; readonly keep?: Keep }
  /** `amount`: what came back of a refund, of which the payer keeps the rest; left out for all of it. */
  | { readonly kind: "returned"; readonly amount?: Cents; readonly reason: string; readonly keep?: Keep }
  /** `data` is kept for the next question. */
  | { readonly kind: "short"; readonly reason: string; readonly data?: Data }
  /** `afterSeconds`: when to ask again, where it is known; a minute otherwise. */
  | { readonly kind: "busy"; readonly reason: string; readonly afterSeconds?: number }
  | Unreachable;

/**
 * What a look-up says of one: where it was taken, it is on its way or over. `short` and `busy`: it was taken, and ended
 * without anything being paid; asked again it is tried anew, once.
 */
export type FoundOut = PaidOut | Unknown;

/** `reports` are all that there is to say: none while the payer has done nothing. */
export type LookedUp = { readonly kind: "known"; readonly reports: readonly PaymentReport[] } | Unknown | Unreachable;

/** `name`: whose account it is, as the bank or the operator has it; null when it does not tell names. */
export type PayeeChecked =
  | { readonly kind: "known"; readonly name: string | null }
  | Unknown
  | { readonly kind: "unsupported" }
  | Unreachable;

/** What `holdfast providers check` says of a provider. `problems` are sentences: what has to be put right. */
export type Checked = {
  readonly kind: "checked";
  /** The account there, in words. */
  readonly account: string;
  readonly isLive: boolean;
  readonly problems: readonly string[];
};

// What it reports ----------------------------------------------------------------------------------------------------

/** A notification as it came in. `host` and `path` are those of PUBLIC_URL, whatever a proxy made of them. */
export type CallbackRequest = {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** What is to be looked up now. */
export type Hint = { readonly about: "payment" | "refund" | "payout"; readonly reference: Named };

/**
 * `genuine`: signed by the provider, lately; no reports for what does not concern us. `unreadable`: the same, but what it says
 * can't be made out. `hint`: not signed, or not so that money may leave on its word: nothing is believed, and what it names is
 * looked up. `unchecked`: whose it is could not be found out just now. `forged` is all else. `id`: the provider's own of the
 * notice; null takes the hash of its body.
 */
export type Verified =
  | { readonly kind: "genuine"; readonly id: string | null; readonly reports: readonly Report[] }
  /** @see unreadable.ts */
  | { readonly kind: "unreadable"; readonly id: string | null; readonly reason: string }
  | { readonly kind: "hint"; readonly id: string | null; readonly about: readonly Hint[] }
  /** `reason` is for the log alone. */
  | { readonly kind: "unchecked"; readonly reason: string }
  | { readonly kind: "forged"; readonly reason: string };

/** What is to be told of a dispute so that its bank can decide: what we have, in words, and the files that prove it. */
export type DisputeEvidence = {
  readonly theirId: string;
  /** What was sold, one line; who bought it, and their address for mail. */
  readonly product: string;
  readonly buyer: { readonly name: string | null; readonly email: string };
  /** yyyy-mm-dd on which it was delivered; null where nothing was. */
  readonly deliveredOn: string | null;
  /** The whole story, as plain text of at most {@link EVIDENCE_TEXT_MAX} code points. */
  readonly story: string;
  /** Pictures, documents as PDF and plain texts; together at most {@link EVIDENCE_BYTES_MAX}. */
  readonly files: readonly EvidenceFile[];
};
export type EvidenceFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };
export const EVIDENCE_TEXT_MAX = 20_000;
export const EVIDENCE_BYTES_MAX = 4_500_000;

export type FoundDispute = { readonly kind: "known"; readonly report: DisputeReport } | Unknown | Unreachable;
/** `refused`: the provider takes none, or none any more; a sentence that a person can read. */
export type EvidenceTaken =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  | Unreachable;

/** What a provider can be asked about disputes of payers' banks, by its own id of one. */
export type Disputes = {
  /** Files that one answer takes; what is more, or of another type, is not sent. */
  readonly files: { readonly most: number; readonly types: readonly string[] };
  lookUp(theirId: string): Promise<FoundDispute>;
  /** Hands evidence in, for good. Asked twice, the last counts. */
  answer(evidence: DisputeEvidence): Promise<EvidenceTaken>;
};

// What an adapter implements -----------------------------------------------------------------------------------------

/** What is kept of a question that was asked before, or is being asked. Times are Unix seconds of the service's clock. */
export type Asked = {
  /** When it was asked for the first time; when last. */
  readonly at: number;
  readonly lastAt: number;
  readonly now: number;
  readonly theirId: string | null;
  readonly data: Data;
};

/** What an adapter keeps besides, under kinds of its own such as `customer`; each under a reference of ours. */
export type Objects = {
  find(kind: string, reference: string): Promise<KeptObject | null>;
  findTheirs(kind: string, theirId: string): Promise<KeptObject | null>;
  keep(object: { readonly kind: string; readonly reference: string } & Keep): Promise<void>;
  /**
   * The same of what a notice tells of a payment; nothing is kept of one that was not asked for here. The id that is kept now: of
   * several that are told, the first.
   */
  keepBesidePayment(object: { readonly kind: string; readonly reference: string } & Keep): Promise<string | null>;
};
export type KeptObject = {
  readonly reference: string;
  readonly theirId: string | null;
  readonly data: Data;
};

/**
 * One provider's own language. `find…` is asked before anything is repeated: what became of what was asked under the
 * reference, or `unknown` when it is sure that nothing did, and that asking again does it once. Where the provider can't
 * tell, that is `unreachable`.
 */
export type Adapter = {
  /** In `payments.provider`, and in the path of its callbacks. Never changes. */
  readonly name: string;
  /** As they are known now: a range that no amount fits is one of what is down. */
  readonly capabilities: readonly Capability[];
  /** What it is asked for is done at once and for good: nothing is waited for (waits.ts). */
  readonly isInstant?: boolean;
  /** Null for a provider without one: it doesn't report what lies there. */
  readonly books: BooksOf | null;
  /** Null where nobody's bank disputes anything. */
  readonly disputes: Disputes | null;
  /** Left out by who keeps no accounts for sellers. */
  readonly holder?: HolderAdapter | null;
  /** Origins of its own pages that payers are led to. */
  payPages?(): readonly string[];
  /** Of mobile money, as far as payers can name them; those that take payments in the currency now. */
  networks?(currency: Currency): readonly Network[];
  /** Reads anew what it can do. Called often; asks as seldom as it likes: null for not at all. */
  refresh?(): Promise<{ readonly kind: "answered" } | Unreachable | null>;
  readonly offer?: Offer;
  createPayment(order: PaymentOrder, asked: Asked): Promise<Created>;
  findPayment(order: PaymentOrder, asked: Asked): Promise<Created | Unknown>;
  cancelPayment(reference: string, asked: Asked): Promise<Cancelled | Unknown>;
  /** @param asked null for what was ordered before anything was kept. */
  lookUp(reference: string, asked: Asked | null): Promise<LookedUp>;
  refund(order: RefundOrder, asked: Asked): Promise<PaidOut>;
  lookUpRefund(order: RefundOrder, asked: Asked): Promise<FoundOut>;
  payout(order: PayoutOrder, asked: Asked): Promise<PaidOut>;
  lookUpPayout(order: PayoutOrder, asked: Asked): Promise<FoundOut>;
  verifyCallback(request: CallbackRequest): Promise<Verified>;
  checkPayee(payee: Payee): Promise<PayeeChecked>;
  balance(): Promise<BalanceOf | Unreachable>;
  /** @param cursor of the page before; null begins at `from` (Unix seconds). */
  statement(from: number, cursor: string | null): Promise<StatementPage | Unreachable>;
  check(): Promise<Checked | Unreachable>;
} & KnowsRates;

// What the service asks ----------------------------------------------------------------------------------------------

/** An adapter behind the wrapper: asked any number of times, it does once what is asked under one reference. */
export type Provider = KnowsRates &
  Pick<
    Adapter,
    | "name"
    | "capabilities"
    | "isInstant"
    | "books"
    | "disputes"
    | "verifyCallback"
    | "checkPayee"
    | "balance"
    | "statement"
    | "check"
  > & {
    /** @param begunAt when it was kept already, by its claim, that this is asked for the first time (Unix seconds). */
    createPayment(order: PaymentOrder, begunAt?: number | null): Promise<Created>;
    refresh(): Promise<void>;
    readonly looks: Looks;
    /** Its icon with this hash, also one that another process was told of. */
    icon(hash: string): Promise<ProviderIcon | null>;
    readonly holder: Holder | null;
    cancelPayment(reference: string): Promise<Cancelled>;
    lookUp(reference: string): Promise<LookedUp>;
    refund(order: RefundOrder): Promise<PaidOut>;
    payout(order: PayoutOrder): Promise<PaidOut>;
  };

/** The reference under which we keep the money of a report: the order's, or its own behind the first receipt. */
export const referenceOf = ({ reference, receipt }: Pick<PaymentReport, "reference" | "receipt">): string =>
  receipt === 1 ? reference : `${reference}.${receipt}`;

/** The order's own of what {@link referenceOf} made. */
export const orderReferenceOf = (reference: string): string => reference.replace(/\.\d+$/, "");

/** What is to be paid, or paid out, as far as it decides who serves. */
export type Wanted = Money & {
  /** Two letters; null where it is not known, which every capability takes. */
  readonly country: string | null;
  /** For how long the money will be held, as far as the order has deadlines; null, or left out, where it has none. */
  readonly heldSeconds?: number | null;
};

/** The providers of a deployment. */
export type Providers = {
  /** What a buyer may choose for an amount. None in live mode, until there is a provider of real money. */
  methods(wanted: Money & Pick<Wanted, "heldSeconds">): readonly PaymentMethod[];
  /** Of all that has such a bound. */
  stays(): readonly Stay[];
  /** Who takes such a payment, or pays such a payout: the first in the order of PROVIDERS; null when nobody does. */
  forPayment(method: PaymentMethod, wanted: Wanted): Provider | null;
  forPayout(payee: Payee, wanted: Wanted): Provider | null;
  /** Whether anybody pays out there at all: not just now, and whatever the amount. */
  reaches(payee: Payee, to: Pick<Wanted, "currency" | "country">): boolean;
  /** How a way to pay is shown, or to be paid: as somebody, or by a form of accounts (null: by phone); null takes our own words. */
  shownIn(method: PaymentMethod, wanted: Wanted): Shown | null;
  shownOut(to: Payee | PayeeForm | null, where: Pick<Wanted, "currency" | "country">): Shown | null;
  /** Kinds of destinations that anybody pays out to, and of accounts at banks the forms in which they are named. */
  payees(currency: Currency): { readonly isMobile: boolean; readonly forms: readonly PayeeForm[] };
  /** Where anybody takes such payments, or pays out so: two letters each; null for everywhere. */
  countries(
    direction: "in" | "out",
    method: PaymentMethod | DestinationKind,
    currency: Currency,
  ): readonly string[] | null;
  /** In which anybody takes such payments from there, or pays out so; in the order of PROVIDERS. */
  currencies(way: {
    readonly direction: "in" | "out";
    readonly method?: string;
    readonly country: string | null;
    /** Only where a provider names the country; left out for those that it serves among all others, too. */
    readonly isNamed?: boolean;
  }): readonly Currency[];
  /** Amounts in the currency have to be multiples of it, to suit every provider that takes or pays them; null where none does. */
  step(currency: Currency, direction: "in" | "out"): Cents | null;
  /** That a payer may name, where a number does not tell. */
  networks(currency: Currency): readonly Network[];
  /** Origins of providers' pages that payers are led to. */
  payPages(): readonly string[];
  /** Also those that are offered no more: what they hold is still paid back by them. */
  byName(name: string): Provider | null;
  readonly all: readonly Provider[];
  /** Who keeps sellers' money in accounts of their own; null where nobody does. */
  readonly holder: Held | null;
};
