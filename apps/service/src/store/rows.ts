/** Rows as PostgreSQL gives them, made into the domain's values by hand. 64-bit integers arrive as text. */
import type { EscrowStatus, MilestoneStatus, SessionStatus, VerificationStatus } from "@holdfast/contract";
import type { FeeSchedule } from "../domain/fees.js";
import type { AccountId, EscrowId, MilestoneId, SessionId } from "../domain/ids.js";
import type { Dispute, Escrow, Milestone, Offer, Party, Session } from "../domain/model.js";
import { type Cents, cents, formatCents } from "../domain/money.js";
import type { OfferStatus } from "../domain/states.js";
import { type Content, readContent } from "./content.js";
import { FIELD, FIELD_SQL, PART, PART_SQL } from "./parted.js";

export const toCents = (text: string): Cents => cents(BigInt(text));
export const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

/** What is shown of an account wherever one is. */
export type ShownAccountRow = {
  readonly id: AccountId;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly email: string;
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
};

/** An account's own fees; all null where the deployment's hold. */
export type FeesRow = {
  readonly fee_basis_points: number | null;
  readonly fee_fixed: string | null;
  readonly fee_min: string | null;
  readonly fee_max: string | null;
};

/** `a` is the account. */
export const FEE_COLUMNS = "a.fee_basis_points, a.fee_fixed, a.fee_min, a.fee_max";

/** Null where the deployment's hold. */
export function feesFromRow(row: FeesRow): FeeSchedule | null {
  const { fee_basis_points: basisPoints, fee_fixed: fixed, fee_min: min, fee_max: max } = row;
  if (basisPoints === null || fixed === null || min === null) return null;
  return { basisPoints, fixed: toCents(fixed), min: toCents(min), max: max === null ? null : toCents(max) };
}

export type SessionRow = {
  account_id: AccountId;
  id: SessionId;
  status: SessionStatus;
  amount: string;
  fees: string;
  external_reference: string;
  content: string;
  review_window_seconds: number | null;
  delivery_deadline_seconds: number | null;
  escrow_id: EscrowId | null;
  expires_at: string;
  completed_at: string | null;
  created: string;
};

export const SESSION_COLUMNS =
  "account_id, id, status, amount, fees, external_reference, content, review_window_seconds, delivery_deadline_seconds, escrow_id, expires_at, completed_at, created";

export function sessionFromRow(row: SessionRow): Session {
  const content: Content = readContent(row.content);
  return {
    ...content,
    account: row.account_id,
    id: row.id,
    status: row.status,
    amount: toCents(row.amount),
    fees: toCents(row.fees),
    externalReference: row.external_reference,
    content: row.content,
    escrow: row.escrow_id,
    expiresAt: Number(row.expires_at),
    completedAt: toNumber(row.completed_at),
    created: Number(row.created),
    reviewWindowSeconds: row.review_window_seconds,
    deliveryDeadlineSeconds: row.delivery_deadline_seconds,
  };
}

export type EscrowRow = {
  id: EscrowId;
  session_id: SessionId;
  reference_code: string;
  dispute_reference: string | null;
  status: EscrowStatus;
  title: string;
  description: string;
  external_reference: string;
  metadata: string;
  buyer_email: string;
  amount: string;
  fees: string;
  funded: string;
  created: string;
  account_id: AccountId;
  released: string;
  fees_earned: string;
  refunded: string;
  refunded_held: string;
  refunded_released: string;
  charged_back: string;
  open_chargebacks: number;
  review_window_seconds: number | null;
  delivery_deadline_seconds: number | null;
  funding_deadline: string;
  funded_at: string | null;
  first_submitted_at: string | null;
  due_at: string | null;
  kept_out: readonly (readonly [since: number, until: number])[] | null;
  milestones: readonly MilestoneRow[];
};

/** A milestone as one JSON array, in the order of MILESTONE; numbers that may be large are text. */
type MilestoneRow = readonly [
  id: MilestoneId,
  referenceCode: string,
  title: string,
  description: string,
  amount: string,
  status: MilestoneStatus,
  submissionDetails: string,
  position: number,
  reviewSince: number | null,
  disputedFrom: MilestoneStatus | null,
  disputeOrder: number | null,
  refundedHeld: string,
  refundedReleased: string,
];

const MILESTONE = `m.id, m.reference_code, m.title, m.description, m.amount::text, m.status, m.submission_details, m.position,
  m.review_since, m.disputed_from, m.dispute_order, m.refunded_held::text, m.refunded_released::text`;
const milestonesAs = (aggregate: string): string => `
  (select ${aggregate} from milestones m where m.account_id = e.account_id and m.escrow_id = e.id)`;

/** Asked only where a review runs. */
const KEPT_OUT = `
  case when e.status = 'WORK_IN_PROGRESS' and e.review_window_seconds is not null then
    (select json_agg(json_build_array(r.since, r.until) order by r.since) from sign_in_refusals r
     where r.email = lower(e.buyer_email collate "C")) end`;

/** All of an escrow and its milestones in one row; `e` is the escrow. */
export const ESCROW_COLUMNS = `e.id, e.session_id, e.reference_code, e.dispute_reference, e.status, e.title, e.description,
  e.external_reference, e.metadata, e.buyer_email, e.amount, e.fees, e.funded, e.created, e.account_id, e.released, e.fees_earned,
  e.refunded, e.refunded_held, e.refunded_released, e.charged_back, e.open_chargebacks, e.review_window_seconds, e.delivery_deadline_seconds, e.funding_deadline, e.funded_at,
  e.first_submitted_at, e.due_at, ${KEPT_OUT} as kept_out,
  ${milestonesAs(`json_agg(json_build_array(${MILESTONE}) order by m.position)`)} as milestones`;

export function escrowFromRow(row: EscrowRow): Escrow {
  return {
    id: row.id,
    session: row.session_id,
    referenceCode: row.reference_code,
    disputeReference: row.dispute_reference,
    status: row.status,
    title: row.title,
    description: row.description,
    externalReference: row.external_reference,
    metadata: JSON.parse(row.metadata) as Readonly<Record<string, string>>,
    buyerEmail: row.buyer_email,
    amount: toCents(row.amount),
    fees: toCents(row.fees),
    funded: toCents(row.funded),
    created: Number(row.created),
    account: row.account_id,
    released: toCents(row.released),
    feesEarned: toCents(row.fees_earned),
    refunded: toCents(row.refunded),
    refundedHeld: toCents(row.refunded_held),
    refundedReleased: toCents(row.refunded_released),
    chargedBack: toCents(row.charged_back),
    openChargebacks: row.open_chargebacks,
    milestones: row.milestones.map(milestoneFromRow),
    reviewWindowSeconds: row.review_window_seconds,
    deliveryDeadlineSeconds: row.delivery_deadline_seconds,
    fundingDeadline: Number(row.funding_deadline),
    fundedAt: toNumber(row.funded_at),
    firstSubmittedAt: toNumber(row.first_submitted_at),
    keptOut: (row.kept_out ?? []).map(([since, until]) => ({ since, until })),
    dueWritten: toNumber(row.due_at),
  };
}

function milestoneFromRow(row: MilestoneRow): Milestone {
  const [
    id,
    referenceCode,
    title,
    description,
    amount,
    status,
    submissionDetails,
    position,
    reviewSince,
    from,
    order,
    ...back
  ] = row;
  const [refundedHeld, refundedReleased] = back.map(toCents) as [Cents, Cents];
  const disputed = from === null || order === null ? null : { from, order };
  const shown = { id, referenceCode, title, description, amount: toCents(amount), status, submissionDetails };
  return { ...shown, refundedHeld, refundedReleased, position, reviewSince, disputed };
}

/** What answers show of an escrow, written from its line: what people typed is JSON text already, amounts are those of the wire. */
export type ShownEscrow = Pick<
  Escrow,
  | "id"
  | "session"
  | "referenceCode"
  | "disputeReference"
  | "status"
  | "title"
  | "description"
  | "externalReference"
  | "buyerEmail"
> &
  Readonly<Record<"metadata" | "amount" | "fees" | "total" | "funded" | "created", string>> & {
    /** Null for nothing. */
    readonly amountRefunded: string | null;
    readonly milestones: readonly ShownMilestone[];
  };

type ShownMilestone = Pick<
  Milestone,
  "id" | "referenceCode" | "title" | "description" | "status" | "submissionDetails"
> & { readonly amount: string; readonly amountRefunded: string | null };

const SHOWN_MILESTONE = `concat_ws(${FIELD_SQL}, m.id, m.reference_code, to_json(m.title), to_json(m.description), m.amount, m.status,
  to_json(m.submission_details), nullif(m.refunded_held + m.refunded_released, 0))`;

/**
 * The same as one text, since columns are what a page of escrows costs most: with 15 of them and the milestones as JSON, a list of
 * 25 took the process three times as long. What may be null stands last, for `concat_ws` leaves it out. `e` is the escrow.
 */
export const ESCROW_LINE = `
  concat_ws(${PART_SQL},
    concat_ws(${FIELD_SQL}, e.id, e.session_id, e.reference_code, e.status, to_json(e.title), to_json(e.description),
      to_json(e.external_reference), e.metadata, to_json(e.buyer_email), e.amount, e.fees, e.amount + e.fees, e.funded, e.created,
      e.refunded_held + e.refunded_released, e.dispute_reference),
    ${milestonesAs(`string_agg(${SHOWN_MILESTONE}, ${PART_SQL} order by m.position)`)}) as line`;

export type EscrowLine = { readonly line: string };

/** Reads ESCROW_LINE. */
export function shownEscrowFromLine({ line }: EscrowLine): ShownEscrow {
  const [escrow = "", ...milestones] = line.split(PART);
  const fields = escrow.split(FIELD);
  const at = (place: number): string => fields[place] ?? "";
  return {
    id: at(0) as EscrowId,
    session: at(1) as SessionId,
    referenceCode: at(2),
    status: at(3) as EscrowStatus,
    title: at(4),
    description: at(5),
    externalReference: at(6),
    metadata: at(7),
    buyerEmail: at(8),
    amount: formatCents(at(9)),
    fees: formatCents(at(10)),
    total: formatCents(at(11)),
    funded: formatCents(at(12)),
    created: at(13),
    amountRefunded: shownRefunded(at(14)),
    disputeReference: fields[15] ?? null,
    milestones: milestones.map(shownMilestoneFromLine),
  };
}

const shownRefunded = (cents: string): string | null => (cents === "0" ? null : formatCents(cents));

function shownMilestoneFromLine(line: string): ShownMilestone {
  const [
    id = "",
    referenceCode = "",
    title = "",
    description = "",
    amount = "",
    status = "",
    submissionDetails = "",
    refunded = "0",
  ] = line.split(FIELD);
  return {
    id: id as MilestoneId,
    referenceCode,
    title,
    description,
    amount: formatCents(amount),
    status: status as MilestoneStatus,
    submissionDetails,
    amountRefunded: shownRefunded(refunded),
  };
}

/** An offer as one JSON array, in the order of OFFER_AS_JSON; numbers that may be large are text. */
export type OfferRow = readonly [number: number, by: Party, release: string, refund: string, status: OfferStatus];

/** `o` is the offer. */
export const OFFER_AS_JSON = "json_build_array(o.number, o.made_by, o.release::text, o.refund::text, o.status)";

export const offerFromRow = ([number, by, release, refund, status]: OfferRow): Offer => ({
  number,
  by,
  release: toCents(release),
  refund: toCents(refund),
  status,
});

export type DisputeRow = readonly [offers: readonly OfferRow[] | null, buyer: number, merchant: number];

/** What decisions look at of a dispute; `e` is the escrow. */
export const DISPUTE_AS_JSON = `(
    select json_build_array(
      (select json_agg(${OFFER_AS_JSON} order by o.number) from settlement_offers o
       where o.account_id = e.account_id and o.escrow_id = e.id),
      count(*) filter (where said.actor = 'buyer'), count(*) filter (where said.actor = 'merchant'))
    from milestone_entries said
    where said.account_id = e.account_id and said.escrow_id = e.id and said.verb = 'statement')`;

export const disputeFromRow = ([offers, buyer, merchant]: DisputeRow): Dispute => ({
  offers: (offers ?? []).map(offerFromRow),
  statements: { buyer, merchant },
});
