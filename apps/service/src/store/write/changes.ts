/**
 * Writes what decisions returned, for any number of units at once: state, then the ledger, then the events. Everything
 * is sent without waiting, so a whole batch is one round trip; the caller commits.
 */
import type { Chargeback, ChargebackEntry } from "../../domain/chargebacks.js";
import { dueAt } from "../../domain/decisions/due.js";
import type { NewEvidence } from "../../domain/evidence.js";
import type { AccountId, EventId } from "../../domain/ids.js";
import type { Transfer } from "../../domain/ledger.js";
import type {
  Entry,
  Escrow,
  Milestone,
  Payment,
  ProviderCall,
  Refund,
  RefundPart,
  Session,
} from "../../domain/model.js";
import type { OperatorAction } from "../../domain/operators.js";
import type { Payout, PayoutCall } from "../../domain/payouts.js";
import type { RefundDebt } from "../../domain/refunds.js";
import { isIn, TERMINAL } from "../../domain/states.js";
import type { Transaction } from "../../platform/database.js";
import { bulkInsert, bulkUpdate, type Columns, overRows } from "../bulk.js";
import { sendChargebacks } from "./chargebacks.js";
import { type Of, ofEscrow, type Send } from "./escrow-rows.js";
import { type EventsWritten, insertEvents, lockCounters, type StoredEvent } from "./events.js";
import { type EvidenceLine, insertEvidence } from "./evidence.js";
import {
  insertMails,
  insertOperatorMails,
  insertSellerMails,
  type StoredMail,
  type StoredOperatorMail,
  type StoredSellerMail,
} from "./mails.js";
import { insertOffers, type OfferChange, updateOffers } from "./offers.js";
import { insertOperatorActions } from "./operator-actions.js";
import { sendPayouts } from "./payouts.js";
import { sendDebts, sendRefunds } from "./refunds.js";
import { insertTransfers } from "./transfers.js";

type SessionChange = { readonly before: Session; readonly after: Session };
type EscrowChange = { readonly before: Escrow; readonly after: Escrow; readonly now: number };
type MilestoneChange = Of<{ readonly before: Milestone; readonly after: Milestone }>;

/** One unit of work, decided: the values as they were loaded and as they shall be, and what goes with them. */
export type Decided = {
  readonly account: AccountId;
  readonly now: number;
  readonly before: { readonly session?: Session; readonly escrow?: Escrow };
  readonly after: { readonly session?: Session; readonly escrow?: Escrow };
  readonly payments: readonly { readonly payment: Payment; readonly known: Payment | undefined }[];
  readonly refunds: readonly { readonly refund: Refund; readonly known: Refund | undefined }[];
  readonly refundParts: readonly { readonly part: RefundPart; readonly known: RefundPart | undefined }[];
  readonly calls: readonly ProviderCall[];
  readonly entries: readonly Entry[];
  readonly offers: readonly Pick<OfferChange, "offer" | "known">[];
  /** Handed in with the dispute or the statement that is one of the entries. */
  readonly evidence: readonly NewEvidence[];
  readonly payout: { readonly payout: Payout; readonly known: Payout | undefined } | null;
  readonly payoutCall: PayoutCall | undefined;
  readonly chargebacks: readonly { readonly chargeback: Chargeback; readonly isKnown: boolean }[];
  readonly chargebackEntries: readonly ChargebackEntry[];
  readonly refundDebts: readonly RefundDebt[];
  /** Each with the event that tells of it, if one does. */
  readonly transfers: readonly { readonly transfer: Transfer; readonly event: EventId | null }[];
  readonly events: readonly StoredEvent[];
  /** What the buyer is told. */
  readonly mails: readonly StoredMail[];
  /** What the members of the account are told. */
  readonly sellerMails: readonly StoredSellerMail[];
  /** What all operators are told. */
  readonly operatorMails: readonly StoredOperatorMail[];
  /** Lines of the operators' audit log. */
  readonly audits: readonly OperatorAction[];
};

const updateSessions = bulkUpdate<SessionChange>("checkout_sessions", {
  keys: { account_id: ["bigint", (c) => c.after.account], id: ["uuid", (c) => c.after.id] },
  expected: { status: ["text", (c) => c.before.status] },
  set: {
    status: ["text", (c) => c.after.status],
    escrow_id: ["uuid", (c) => c.after.escrow],
    completed_at: ["bigint", (c) => c.after.completedAt],
  },
});

/** The columns of an escrow that its life changes. */
const escrowState: Columns<Escrow> = {
  status: ["text", (e) => e.status],
  dispute_reference: ["text", (e) => e.disputeReference],
  funded: ["bigint", (e) => e.funded],
  released: ["bigint", (e) => e.released],
  fees_earned: ["bigint", (e) => e.feesEarned],
  refunded: ["bigint", (e) => e.refunded],
  refunded_held: ["bigint", (e) => e.refundedHeld],
  refunded_released: ["bigint", (e) => e.refundedReleased],
  charged_back: ["bigint", (e) => e.chargedBack],
  open_chargebacks: ["smallint", (e) => e.openChargebacks],
  funded_at: ["bigint", (e) => e.fundedAt],
  first_submitted_at: ["bigint", (e) => e.firstSubmittedAt],
  due_at: ["bigint", dueAt],
  all_delivered: ["boolean", (e) => e.milestones.every(({ status }) => status !== "PENDING")],
};

const insertEscrows = bulkInsert<Escrow>("escrows", {
  account_id: ["bigint", (e) => e.account],
  id: ["uuid", (e) => e.id],
  session_id: ["uuid", (e) => e.session],
  reference_code: ["text", (e) => e.referenceCode],
  title: ["text", (e) => e.title],
  description: ["text", (e) => e.description],
  external_reference: ["text", (e) => e.externalReference],
  metadata: ["text", (e) => JSON.stringify(e.metadata)],
  buyer_email: ["text", (e) => e.buyerEmail],
  amount: ["bigint", (e) => e.amount],
  fees: ["bigint", (e) => e.fees],
  review_window_seconds: ["integer", (e) => e.reviewWindowSeconds],
  delivery_deadline_seconds: ["integer", (e) => e.deliveryDeadlineSeconds],
  created: ["bigint", (e) => e.created],
  funding_deadline: ["bigint", (e) => e.fundingDeadline],
  ...escrowState,
});

const updateEscrows = bulkUpdate<EscrowChange>("escrows", {
  keys: { account_id: ["bigint", (c) => c.after.account], id: ["uuid", (c) => c.after.id] },
  expected: { status: ["text", (c) => c.before.status] },
  set: {
    ...onAfter(escrowState),
    // Nothing moves an escrow that has ended, so this is written once.
    ended_at: ["bigint", (c) => (isIn(TERMINAL, c.after.status) ? c.now : null)],
  },
});

/** The columns of a milestone that its life changes. */
const milestoneState: Columns<Milestone> = {
  status: ["text", (m) => m.status],
  submission_details: ["text", (m) => m.submissionDetails],
  review_since: ["bigint", (m) => m.reviewSince],
  disputed_from: ["text", (m) => m.disputed?.from ?? null],
  dispute_order: ["smallint", (m) => m.disputed?.order ?? null],
  refunded_held: ["bigint", (m) => m.refundedHeld],
  refunded_released: ["bigint", (m) => m.refundedReleased],
};

const insertMilestones = bulkInsert<Of<{ after: Milestone }>>("milestones", {
  ...ofEscrow,
  id: ["uuid", (c) => c.after.id],
  position: ["smallint", (c) => c.after.position],
  reference_code: ["text", (c) => c.after.referenceCode],
  title: ["text", (c) => c.after.title],
  description: ["text", (c) => c.after.description],
  amount: ["bigint", (c) => c.after.amount],
  ...onAfter(milestoneState),
});

const updateMilestones = bulkUpdate<MilestoneChange>("milestones", {
  keys: { ...ofEscrow, id: ["uuid", (c) => c.after.id] },
  expected: { status: ["text", (c) => c.before.status] },
  set: onAfter(milestoneState),
});

// A line's number is its place in the escrow's history: the escrow's lock makes the highest so far the last one.
const insertEntries = overRows<Of<{ entry: Entry }>>(
  "insert milestone_entries",
  {
    ...ofEscrow,
    milestone_id: ["uuid", ({ entry }) => entry.milestone],
    verb: ["text", ({ entry }) => entry.verb],
    actor: ["text", ({ entry }) => entry.actor],
    from_status: ["text", ({ entry }) => entry.from],
    to_status: ["text", ({ entry }) => entry.to],
    text: ["text", ({ entry }) => entry.text],
    created: ["bigint", ({ now }) => now],
    carrier: ["text", ({ entry }) => entry.shipping?.carrier ?? ""],
    tracking_number: ["text", ({ entry }) => entry.shipping?.trackingNumber ?? ""],
    tracking_url: ["text", ({ entry }) => entry.shipping?.trackingUrl ?? ""],
  },
  ({ names, rows }) => `
  insert into milestone_entries (${names.join(", ")}, number)
  select ${names.join(", ")},
    coalesce((select max(number) from milestone_entries known
              where known.account_id = given.account_id and known.escrow_id = given.escrow_id), 0)
      + row_number() over (partition by account_id, escrow_id order by ordinal)
  from ${rows(...names)}`,
);

/** What came of a payment in another currency. */
const CAME = {
  presented_received: ["bigint", (c: { readonly payment: Payment }) => c.payment.presented?.received ?? null],
  presented_accepted: ["bigint", (c: { readonly payment: Payment }) => c.payment.presented?.taken ?? null],
  accepted: ["bigint", (c: { readonly payment: Payment }) => c.payment.presented?.takenUsd ?? null],
} as const;

const insertPayments = bulkInsert<Of<{ payment: Payment }>>("payments", {
  ...ofEscrow,
  id: ["uuid", (c) => c.payment.id],
  method: ["text", (c) => c.payment.method],
  provider: ["text", (c) => c.payment.provider],
  reference: ["text", (c) => c.payment.reference],
  status: ["text", (c) => c.payment.status],
  asked: ["bigint", (c) => c.payment.asked],
  received: ["bigint", (c) => c.payment.received],
  failure: ["text", (c) => c.payment.failure],
  phone: ["text", (c) => c.payment.phone],
  network: ["text", (c) => c.payment.network],
  expires_at: ["bigint", (c) => c.payment.expiresAt],
  presented_currency: ["text", (c) => c.payment.presented?.currency ?? null],
  presented_asked: ["bigint", (c) => c.payment.presented?.asked ?? null],
  presented_step: ["integer", (c) => c.payment.presented?.step ?? null],
  rate: ["text", (c) => c.payment.presented?.rate ?? null],
  rate_margin: ["smallint", (c) => c.payment.presented?.marginBps ?? null],
  rate_source: ["text", (c) => c.payment.presented?.source ?? null],
  quoted_until: ["bigint", (c) => c.payment.presented?.until ?? null],
  ...CAME,
  // What goes back of it is counted by triggers.
  presented_given_back: ["bigint", (c) => (c.payment.presented === null ? null : 0n)],
  presented_charged_back: ["bigint", (c) => (c.payment.presented === null ? null : 0n)],
  created: ["bigint", (c) => c.now],
});

const updatePayments = bulkUpdate<Of<{ payment: Payment; known: Payment }>>("payments", {
  keys: { ...ofEscrow, id: ["uuid", (c) => c.payment.id] },
  expected: { status: ["text", (c) => c.known.status] },
  set: {
    status: ["text", (c) => c.payment.status],
    received: ["bigint", (c) => c.payment.received],
    ...CAME,
    failure: ["text", (c) => c.payment.failure],
  },
});

/**
 * Sends every statement that the decided units need.
 * @returns whether one of the events goes to an endpoint, once all of it is written.
 */
export async function writeChanges(tx: Transaction, units: readonly Decided[], newId: () => string): Promise<boolean> {
  const send: Send = (make, rows) => (rows.length === 0 ? [] : [tx.query(make(rows))]);
  const withEscrow = units.flatMap((unit) => {
    const escrow = unit.after.escrow ?? unit.before.escrow;
    return escrow === undefined ? [] : [{ ...unit, escrow }];
  });
  const opened = withEscrow.filter((unit) => unit.before.escrow === undefined);
  const moved = withEscrow.filter((unit) => unit.before.escrow !== undefined && unit.before.escrow !== unit.escrow);
  const payments = withEscrow.flatMap(({ escrow, now, payments }) =>
    payments.map((change) => ({ escrow, now, ...change })),
  );
  const events = units.flatMap((unit) => unit.events);
  const sent = [
    ...send(
      insertEscrows,
      opened.map((unit) => unit.escrow),
    ),
    ...send(updateSessions, units.flatMap(sessionChange)),
    ...send(
      insertMilestones,
      opened.flatMap(({ escrow, now }) => escrow.milestones.map((after) => ({ escrow, now, after }))),
    ),
    ...send(
      updateEscrows,
      moved
        .map(({ before, escrow, now }) => ({ before: before.escrow as Escrow, after: escrow, now }))
        .filter(isRestated),
    ),
    ...send(updateMilestones, moved.flatMap(milestoneChanges)),
    ...send(
      insertEntries,
      withEscrow.flatMap(({ escrow, now, entries }) => entries.map((entry) => ({ escrow, now, entry }))),
    ),
    ...sendOffers(send, withEscrow),
    ...withEscrow.flatMap(evidenceLines).map((line) => tx.query(insertEvidence(line))),
    ...send(
      insertPayments,
      payments.filter((change) => change.known === undefined),
    ),
    ...send(
      updatePayments,
      payments.flatMap((change) => (change.known === undefined ? [] : [{ ...change, known: change.known }])),
    ),
    ...sendRefunds(send, withEscrow),
    ...sendPayouts(send, units),
    ...sendChargebacks(send, units),
    ...sendDebts(send, units),
    ...send(
      insertTransfers,
      units.flatMap(({ account, now, transfers }) => transfers.map((one) => ({ account, now, id: newId(), ...one }))),
    ),
    ...send(
      insertMails,
      units.flatMap((unit) => unit.mails),
    ),
    ...send(
      insertOperatorActions,
      units.flatMap(({ now, audits }) => audits.map((line) => ({ ...line, now }))),
    ),
    ...send(
      insertSellerMails,
      units.flatMap((unit) => unit.sellerMails),
    ),
    ...send(
      insertOperatorMails,
      units.flatMap((unit) => unit.operatorMails),
    ),
    ...send(lockCounters, events),
  ];
  const written = events.length === 0 ? [] : tx.query<EventsWritten>(insertEvents(events));
  await Promise.all(sent);
  return (await written).some((row) => row.has_deliveries);
}

const evidenceLines = ({ account, escrow, now, evidence }: Decided & { escrow: Escrow }): readonly EvidenceLine[] =>
  evidence.map((one, at) => ({ account, escrow: escrow.id, now, position: at + 1, evidence: one }));

/** Offers that are over first: a new one may take the place of one of them. Their history stands already. */
function sendOffers(send: Send, units: readonly (Decided & { readonly escrow: Escrow })[]): Promise<unknown>[] {
  const offers = units.flatMap(({ escrow, now, offers }) => offers.map((change) => ({ escrow, now, ...change })));
  return [
    ...send(
      updateOffers,
      offers.flatMap((change) => (change.known === undefined ? [] : [{ ...change, known: change.known }])),
    ),
    ...send(
      insertOffers,
      offers.filter((change) => change.known === undefined),
    ),
  ];
}

function sessionChange({ before, after }: Decided): readonly SessionChange[] {
  return before.session === undefined || after.session === undefined || before.session === after.session
    ? []
    : [{ before: before.session, after: after.session }];
}

/**
 * Whether a column of the escrow itself moved. Often only a milestone did: all submissions but the first, and most
 * revisions. The lock that loading took guards the row either way.
 */
const isRestated = ({ before, after }: EscrowChange): boolean =>
  dueAt(after) !== before.dueWritten || Object.values(escrowState).some(([, value]) => value(before) !== value(after));

function milestoneChanges({ before, escrow, now }: Decided & { escrow: Escrow }): readonly MilestoneChange[] {
  const earlier = new Map(before.escrow?.milestones.map((milestone) => [milestone.id, milestone]));
  return escrow.milestones.flatMap((after) => {
    const was = earlier.get(after.id);
    return was === undefined || was === after ? [] : [{ escrow, now, before: was, after }];
  });
}

/** The same columns, read from the `after` of a change. */
function onAfter<Row>(columns: Columns<Row>): Columns<{ readonly after: Row }> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, [type, value]]) => [
      column,
      [type, (change: { after: Row }) => value(change.after)] as const,
    ]),
  );
}
