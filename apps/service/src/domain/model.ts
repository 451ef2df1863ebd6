/** What decisions see and return: plain, immutable values. */
import type { EscrowStatus, EventType, MilestoneStatus, PaymentMethod, SessionStatus } from "@holdfast/contract";
import type { Chargeback, ChargebackEntry, Debt } from "./chargebacks.js";
import type { EpcQr } from "./epc-qr.js";
import type {
  AccountId,
  DestinationId,
  EscrowId,
  MilestoneId,
  PaymentId,
  PayoutId,
  RefundId,
  SessionId,
} from "./ids.js";
import type { Transfer } from "./ledger.js";
import type { MerchantQr } from "./merchant-qr.js";
import type { Cents } from "./money.js";
import type { Payout, PayoutCall, PayoutFacts, PayoutSource } from "./payouts.js";
import type { Presented } from "./presented.js";
import type { RailField } from "./rails.js";
import type { Owed, Refund, RefundDebt, RefundFacts, RefundPart, RefundRefusal, ShownRefund } from "./refunds.js";
import type { Refused } from "./result.js";
import type { Shipping } from "./shipping.js";
import type { OfferStatus, PaymentFailure, PaymentStatus } from "./states.js";

export type { Owed, PaidPart, Refund, RefundPart, Source } from "./refunds.js";

export type PlannedMilestone = { readonly title: string; readonly amount: Cents; readonly description: string };

/** Timers that a merchant may switch on; null is off. Fixed when the session is created, so the buyer's terms never change. */
export type Terms = {
  /** A submitted milestone is approved when the buyer says nothing for so long. */
  readonly reviewWindowSeconds: number | null;
  /** A funded escrow in which nothing was submitted for so long is refunded. */
  readonly deliveryDeadlineSeconds: number | null;
};

export type Session = Terms & {
  readonly account: AccountId;
  readonly id: SessionId;
  readonly status: SessionStatus;
  readonly title: string;
  readonly description: string;
  readonly amount: Cents;
  readonly fees: Cents;
  readonly milestones: readonly PlannedMilestone[];
  readonly externalReference: string;
  readonly customerEmail: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields that never change, as the API shows them: one JSON object. */
  readonly content: string;
  readonly escrow: EscrowId | null;
  readonly expiresAt: number;
  readonly completedAt: number | null;
  readonly created: number;
};

export type Milestone = {
  readonly id: MilestoneId;
  readonly position: number;
  readonly referenceCode: string;
  readonly title: string;
  readonly description: string;
  readonly amount: Cents;
  readonly status: MilestoneStatus;
  readonly submissionDetails: string;
  /** What went back of its amount by refunds: before it was released, and after. */
  readonly refundedHeld: Cents;
  readonly refundedReleased: Cents;
  /** When the review of a submission began; null while nothing waits for the buyer. */
  readonly reviewSince: number | null;
  /** While DISPUTED: what it was before, and its place among the disputes of the escrow. */
  readonly disputed: { readonly from: MilestoneStatus; readonly order: number } | null;
};

/** Unix seconds of the service's clock, from `since` on and before `until`. */
type Span = { readonly since: number; readonly until: number };

export type Escrow = Terms & {
  readonly account: AccountId;
  readonly id: EscrowId;
  readonly session: SessionId;
  readonly referenceCode: string;
  readonly disputeReference: string | null;
  readonly status: EscrowStatus;
  readonly title: string;
  readonly description: string;
  readonly externalReference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly buyerEmail: string;
  readonly amount: Cents;
  readonly fees: Cents;
  /** Received and accepted, fees included; never falls, never above amount + fees. */
  readonly funded: Cents;
  readonly released: Cents;
  readonly feesEarned: Cents;
  readonly refunded: Cents;
  /** Of the order's amount, what went back by refunds that did not end it: out of what was held, and of what was released. */
  readonly refundedHeld: Cents;
  readonly refundedReleased: Cents;
  /** What the payer's bank took out of what was held, and has not given back. */
  readonly chargedBack: Cents;
  /** Chargebacks that are not decided: while there is one, nothing leaves and no clock runs. */
  readonly openChargebacks: number;
  readonly milestones: readonly Milestone[];
  readonly created: number;
  readonly fundingDeadline: number;
  readonly fundedAt: number | null;
  readonly firstSubmittedAt: number | null;
  /** When the buyer was kept from signing in, while something waits for their review; by `since`, and they may overlap. */
  readonly keptOut: readonly Span[];
  /** What the database has as the moment at which time alone will change it. Never later than it really is, but it may be earlier. */
  readonly dueWritten: number | null;
};

export type Payment = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  /** Who reports on it, and the provider's own reference: one payment, whatever is reported how often. */
  readonly provider: string;
  readonly reference: string;
  readonly status: PaymentStatus;
  readonly asked: Cents;
  readonly received: Cents;
  /** In which money it was asked for, where that is not the books'; null for theirs. */
  readonly presented: Presented | null;
  /** Set exactly while FAILED. */
  readonly failure: PaymentFailure | null;
  /** Whose phone is asked to approve: digits behind a plus sign. Null for every other method. */
  readonly phone: string | null;
  /** The network that the payer named, as its provider calls it; null to go by the number. */
  readonly network: string | null;
  /** Unix seconds until which somebody asks the provider about it; null for one that a provider brought up by itself. */
  readonly expiresAt: number | null;
};

/** A network of mobile money: how its provider calls it, how people do, and two letters of its country. */
export type Network = { readonly id: string; readonly name: string; readonly country: string };

/** What the payer has to do; what the hosted page shows. Times are Unix seconds of the service's clock. */
export type PaymentInstructions = (
  | { readonly kind: "prompt"; readonly phone: string; readonly expiresAt: number }
  | { readonly kind: "redirect"; readonly url: string }
  | {
      readonly kind: "transfer";
      readonly bank: string;
      readonly accountName: string;
      readonly accountNumber: string;
      /** What the payer has to quote. */
      readonly reference: string;
      readonly amount: Cents;
      /** Of a rail of the operator's own: what the payer types, in place of the number alone, and what else to know. */
      readonly rail?: {
        readonly fields: readonly RailField[];
        readonly note: string | null;
        /** Whom a QR code of it pays, in which currency; absent where the rail had none. */
        readonly qr?: (MerchantQr | EpcQr) & { readonly currency: string };
      };
    }
) & {
  /** Sandbox only: the page on which a person plays the other side, as a path. */
  readonly playPath?: string;
};

/** Something that a provider is to be asked, from the second `at` on; written with what it belongs to. */
export type ProviderCall = { readonly provider: string; readonly at: number } & (
  | { readonly kind: "create" | "cancel" | "look_up"; readonly payment: PaymentId }
  | { readonly kind: "refund"; readonly refund: RefundId; readonly payment: PaymentId }
);

/** The two sides of an escrow. */
export type Party = "buyer" | "merchant";

/** Who did something: the history shows it. */
export type Actor = Party | "operator" | "timer" | "bank";

/** What moves a milestone. */
export type MoveVerb =
  | "submit"
  | "requestRevision"
  | "approve"
  | "dispute"
  | "resume"
  | "release"
  | "settle"
  | "refund";

/** What is said in a dispute, about all of it: kept with the part that is disputed longest, which it does not move. */
export type SaidVerb = "statement" | "offer" | "withdrawOffer" | "declineOffer";

/** One line of a milestone's history. */
export type Entry = {
  readonly milestone: MilestoneId;
  readonly verb: MoveVerb | SaidVerb;
  readonly actor: Actor;
  readonly from: MilestoneStatus;
  readonly to: MilestoneStatus;
  readonly text: string;
  /** Of a submission, where the seller said so. */
  readonly shipping?: Shipping | null;
};

/** What one side of a dispute offers the other: to split all that is left, fees apart, and be done with it. */
export type Offer = {
  /** Counted from 1 within the escrow. */
  readonly number: number;
  readonly by: Party;
  /** For the merchant, and for the buyer. */
  readonly release: Cents;
  readonly refund: Cents;
  readonly status: OfferStatus;
};

/** What has been said in the disputes of an escrow, as far as decisions look at it. */
export type Dispute = {
  /** All of them, oldest first; at most one of each side is OPEN. */
  readonly offers: readonly Offer[];
  /** How many statements each side has written. */
  readonly statements: Readonly<Record<Party, number>>;
};

/** What a unit of work can be about, and how each is named. */
type SubjectOf = {
  readonly session: { readonly id: SessionId };
  /** May come with a payment, by our id or by a provider's reference. */
  readonly escrow: {
    readonly id: EscrowId;
    readonly payment?: { readonly provider: string; readonly reference: string } | { readonly id: PaymentId };
  };
  readonly refund: { readonly escrow: EscrowId; readonly id: RefundId };
  /** An order, and what of it can go back. Takes from the wallet, so an account has one of these at a time. */
  readonly refundable: {
    readonly escrow: EscrowId;
    /** Under which key it was asked for, and as what the seller knows it: what bears either already. */
    readonly key: string | null;
    readonly externalReference: string;
    /** The member who asks for it, and the request that a colleague confirms; null for none. */
    readonly member: string | null;
    readonly request: string | null;
  };
  /** Of the account: a payout that is to be made of it, and where that goes. The payout may be there already. */
  readonly wallet: {
    readonly payout: PayoutId;
    readonly destination: DestinationId;
    /** The payment that the payout is to be tied to; null for none. */
    readonly source: PayoutSource | null;
  };
  readonly payout: { readonly id: PayoutId };
  /** Whatever a bank disputes about a payment. Takes from the wallet, so an account has one of these at a time. */
  readonly chargeback: { readonly escrow: EscrowId; readonly payment: PaymentId };
  /** What an account owes, and could pay. */
  readonly debt: Readonly<Record<never, never>>;
};
export type SubjectKind = keyof SubjectOf;
export type Subject = { readonly [Kind in SubjectKind]: { readonly kind: Kind } & SubjectOf[Kind] }[SubjectKind];

type EscrowFacts = {
  readonly escrow: Escrow;
  /** Those that are open, oldest first, and the one that the subject names. */
  readonly payments: readonly Payment[];
  /** Empty unless the escrow was DISPUTED when it was loaded. */
  readonly dispute: Dispute;
};

/** What there is to know before a dispute of one payment is booked. */
export type ChargebackFacts = {
  readonly payment: Payment;
  /** What the payment has set aside for refunds, and what was charged back of it besides. */
  readonly givenBack: Cents;
  readonly chargedBack: Cents;
  /** What it has left in the payer's currency; null where that is the books'. */
  readonly presentedLeft: Cents | null;
  /** Refunds that give back of this payment, each with all of its parts. */
  readonly refunds: readonly Owed[];
  /** All of the escrow, of this payment or another. */
  readonly all: readonly Chargeback[];
  /** In the merchant's wallet. */
  readonly wallet: Cents;
};

/** What there is to decide on, by what the unit is about. A subject that does not exist is refused before. */
export type FactsOf = {
  readonly session: { readonly session: Session };
  readonly escrow: EscrowFacts;
  readonly refund: EscrowFacts & { readonly refund: Owed };
  readonly refundable: EscrowFacts & { readonly refundable: RefundFacts };
  readonly wallet: { readonly wallet: PayoutFacts };
  readonly payout: { readonly wallet: PayoutFacts & { readonly payout: Payout } };
  readonly chargeback: EscrowFacts & { readonly chargeback: ChargebackFacts };
  readonly debt: { readonly debt: { readonly wallet: Cents; readonly debts: readonly Debt[] } };
};

/** What was loaded for a unit, whatever it is about: of a subject that does not exist, nothing. */
export type Facts = Partial<
  FactsOf["session"] &
    Omit<FactsOf["refund"], "payments"> &
    FactsOf["wallet"] &
    Pick<FactsOf["chargeback"], "chargeback"> &
    Pick<FactsOf["refundable"], "refundable"> &
    FactsOf["debt"]
> &
  Pick<EscrowFacts, "payments"> & {
    /** What its merchant owed when it was loaded, nothing being locked: only whether it is more than zero says something. */
    readonly owes?: Cents;
  };

/** An event as decided: what it shows is the value at that moment, whatever follows in the same transaction. */
export type EventDraft = { readonly type: EventType } & (
  | { readonly session: Session; readonly previousStatus: SessionStatus }
  | { readonly escrow: Escrow; readonly previousStatus: EscrowStatus | null }
  | { readonly escrow: Escrow; readonly milestone: MilestoneId; readonly previousStatus: MilestoneStatus }
  | { readonly escrow: Escrow; readonly refund: ShownRefund; readonly previousStatus: ShownRefund["status"] | null }
);

/** Everything that one or more decisions change. The executor writes it, whole or not at all. */
export type Changes = {
  readonly session?: Session;
  readonly escrow?: Escrow;
  readonly payments?: readonly Payment[];
  readonly refunds?: readonly Refund[];
  readonly refundParts?: readonly RefundPart[];
  readonly calls?: readonly ProviderCall[];
  readonly entries?: readonly Entry[];
  readonly offers?: readonly Offer[];
  readonly payout?: Payout;
  readonly payoutCall?: PayoutCall;
  readonly chargebacks?: readonly Chargeback[];
  readonly chargebackEntries?: readonly ChargebackEntry[];
  /** Of refunds that stand: what is owed for them after something was paid. */
  readonly refundDebts?: readonly RefundDebt[];
  readonly transfers?: readonly Transfer[];
  readonly events?: readonly EventDraft[];
};

/** Why a decision refuses; the code is one of the contract's. */
export type Refusal = {
  readonly code:
    | "not_found"
    | "session_completed"
    | "escrow_not_funded"
    | "invalid_state"
    | "validation_failed"
    | RefundRefusal;
  readonly details?: Readonly<Record<string, readonly string[]>>;
  /** In place of the code's own sentence: the status that is, and those that would do. */
  readonly message?: string;
  /** Of `not_found`: that nothing is there to decide about; without it, a milestone of what is there. */
  readonly subject?: SubjectKind;
};

/**
 * What changes, or why nothing does. `Reason` is a closed set: the contract's refusals unless a decision has reasons of its
 * own; `Value` is what the caller wants to know of it, besides the changes.
 */
export type Decision<Reason = Refusal, Value = undefined> =
  | ({ readonly ok: true } & (undefined extends Value ? { readonly value?: Value } : { readonly value: Value }) &
      Changes)
  | Refused<Reason>;

/** What a decision may need from outside: time in Unix seconds, and values that nobody can guess. */
export type Context = {
  readonly now: number;
  /** Today in UTC, as yyyymmdd. */
  readonly today: string;
  readonly uuid: () => string;
  /** `count` random decimal digits. */
  readonly digits: (count: number) => string;
};

export const refuse = (code: Refusal["code"], details?: Refusal["details"]): Refused<Refusal> => ({
  ok: false,
  reason: details === undefined ? { code } : { code, details },
});

/** A reason of a decision's own is its code already. */
export const codeOf = <Code extends string>(reason: Code | { readonly code: Code }): Code =>
  typeof reason === "string" ? reason : reason.code;

/** Refuses what the object is not ready for, with a sentence that says why. */
export const refuseNow = (message: string): Refused<Refusal> => ({
  ok: false,
  reason: { code: "invalid_state", message },
});

/** Refuses for a status: says which it is, and which would do. */
export const refuseStatus = (
  { object, status }: { readonly object: "session" | "escrow" | "milestone"; readonly status: string },
  takes: readonly string[],
): Refused<Refusal> => ({
  ok: false,
  reason: { code: "invalid_state", message: `The ${object} is ${status}. This takes ${listed(takes)}.` },
});

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
