/** A session as its hosted page shows it to anyone who has the link. */
import type { EscrowStatus, SessionStatus, VerificationStatus } from "@holdfast/contract";
import type { AccountId, EscrowId, SessionId } from "../../../domain/ids.js";
import type { PlannedMilestone, Terms } from "../../../domain/model.js";
import { type Cents, parseMoney } from "../../../domain/money.js";
import { returnUrl } from "../../../domain/return-url.js";
import type { Queryable } from "../../../platform/database.js";
import { toCents, toNumber } from "../../rows.js";
import { BRAND_COLUMNS, type Brand, type BrandRow, brandFromRow } from "../brand.js";
import { lineFromStored, type OrderLine, type StoredLine } from "./lines.js";

/** What became of a session that was confirmed. */
export type HostedEscrow = {
  readonly id: EscrowId;
  readonly status: EscrowStatus;
  /** The dispute is a bank's alone: no part of the order is in one with its buyer. */
  readonly isBanks: boolean;
  /** The code to quote about it. */
  readonly referenceCode: string;
  /** Who confirmed; others learn nothing of the escrow. */
  readonly buyerEmail: string;
  /** Received and accepted, up to amount and fees together. */
  readonly funded: Cents;
  readonly refunded: Cents;
  readonly fundingDeadline: number;
  /** When time alone will change it; null while no clock runs. */
  readonly dueAt: number | null;
};

export type HostedSession = Terms & {
  readonly account: AccountId;
  readonly id: SessionId;
  readonly status: SessionStatus;
  readonly merchant: {
    readonly sellerCode: string;
    readonly tradingName: string;
    readonly isVerified: boolean;
    /** False for one that is suspended or REJECTED: what is paid already goes on, nothing new is begun. */
    readonly takesPayments: boolean;
    readonly brand: Brand;
  };
  /** Whether the seller's own pages may show the checkout inside of them. */
  readonly isEmbedded: boolean;
  readonly title: string;
  readonly description: string;
  readonly reference: string;
  readonly lines: readonly OrderLine[];
  readonly milestones: readonly PlannedMilestone[];
  readonly amount: Cents;
  readonly fees: Cents;
  /** What the store believes the buyer's address to be, to fill a field with; or "". */
  readonly customerEmail: string;
  /** Where the buyer is led, or "". */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: number;
  readonly completedAt: number | null;
  readonly escrow: HostedEscrow | null;
  /** When this was read, by the service's clock. */
  readonly now: number;
};

type Row = {
  account_id: AccountId;
  id: SessionId;
  status: SessionStatus;
  amount: string;
  fees: string;
  content: string;
  review_window_seconds: number | null;
  delivery_deadline_seconds: number | null;
  expires_at: string;
  completed_at: string | null;
  seller_code: string;
  trading_name: string;
  verification_status: VerificationStatus;
  suspended: boolean;
  is_embedded: boolean;
  now: string;
} & BrandRow &
  ({ escrow_id: null } | EscrowRow);

type EscrowRow = {
  escrow_id: EscrowId;
  escrow_status: EscrowStatus;
  is_banks: boolean;
  reference_code: string;
  buyer_email: string;
  funded: string;
  refunded: string;
  funding_deadline: string;
  due_at: string | null;
};

/** Null unless the session is that seller's: the page is found by both codes of its address or not at all. */
export async function findHostedSession(
  db: Queryable,
  sellerCode: string,
  id: SessionId,
): Promise<HostedSession | null> {
  const [row] = await db.query<Row>({
    name: "find hosted session",
    text: `
      select s.account_id, s.id, s.status, s.amount, s.fees, s.content, s.review_window_seconds, s.delivery_deadline_seconds,
             s.expires_at, s.completed_at, a.trading_name, a.verification_status, a.suspended,
             a.seller_code, a.frame_origins <> '{}' as is_embedded, ${BRAND_COLUMNS}, e.id as escrow_id, e.status as escrow_status, e.reference_code, e.buyer_email, e.funded, e.refunded,
             e.status = 'DISPUTED' and not exists (
               select 1 from milestones m where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'DISPUTED')
             or e.status = 'CLOSED' and exists (
               select 1 from milestone_entries h where h.account_id = e.account_id and h.escrow_id = e.id and h.verb = 'settle' and h.actor = 'bank') as is_banks,
             e.funding_deadline, e.due_at, service_now() as now
      from accounts a
      join checkout_sessions s on s.account_id = a.id
      left join escrows e on e.account_id = s.account_id and e.id = s.escrow_id
      where a.seller_code = $1 and not a.moving and s.id = $2`,
    values: [sellerCode, id],
  });
  return row === undefined ? null : hostedFromRow(row);
}

/** What of the stored content the page shows (see wire/session.ts, which writes it). */
type StoredContent = {
  title: string;
  description: string;
  line_items: readonly StoredLine[];
  milestones: readonly { title: string; amount: string; description: string }[];
  external_reference: string;
  customer_email: string;
  success_url: string;
  cancel_url: string;
};

function hostedFromRow(row: Row): HostedSession {
  const content = JSON.parse(row.content) as StoredContent;
  const returning = { session: row.id, escrow: row.escrow_id, reference: content.external_reference };
  return {
    account: row.account_id,
    id: row.id,
    status: row.status,
    merchant: {
      sellerCode: row.seller_code,
      tradingName: row.trading_name,
      isVerified: row.verification_status === "VERIFIED",
      takesPayments: !row.suspended && row.verification_status !== "REJECTED",
      brand: brandFromRow(row),
    },
    isEmbedded: row.is_embedded,
    title: content.title,
    description: content.description,
    reference: content.external_reference,
    lines: content.line_items.map(lineFromStored),
    milestones: content.milestones.map((milestone) => ({
      ...milestone,
      amount: parseMoney(milestone.amount) as Cents,
    })),
    amount: toCents(row.amount),
    fees: toCents(row.fees),
    customerEmail: content.customer_email,
    successUrl: returnUrl(content.success_url, returning),
    cancelUrl: returnUrl(content.cancel_url, returning),
    expiresAt: Number(row.expires_at),
    completedAt: toNumber(row.completed_at),
    escrow: row.escrow_id === null ? null : escrowFromRow(row),
    reviewWindowSeconds: row.review_window_seconds,
    deliveryDeadlineSeconds: row.delivery_deadline_seconds,
    now: Number(row.now),
  };
}

const escrowFromRow = (row: EscrowRow): HostedEscrow => ({
  id: row.escrow_id,
  status: row.escrow_status,
  isBanks: row.is_banks,
  referenceCode: row.reference_code,
  buyerEmail: row.buyer_email,
  funded: toCents(row.funded),
  refunded: toCents(row.refunded),
  fundingDeadline: Number(row.funding_deadline),
  dueAt: toNumber(row.due_at),
});
