import type { CurrentReads } from "../../../platform/database.js";
import { ANSWERED, OVERDUE } from "./questions.js";

/** What waits behind entries of the desk's menu; nothing is counted beyond a hundred. */
export type DeskBadges = {
  readonly verifications: number;
  readonly disputes: number;
  /** Answers that nobody has read, and questions that nobody has answered in time. */
  readonly questions: number;
  readonly chargebacks: number;
  readonly approvals: number;
  /** Refunds, payouts and calls to providers that stay where they are. */
  readonly stuck: number;
  readonly differences: number;
  /** On rails of the operator's own: payments that buyers say they made, and refunds that are to be sent. */
  readonly receipts: number;
  /** What is due on rails that pay out, and batches that wait for an operator. */
  readonly batches: number;
  /** Statements that wait for another operator. */
  readonly statements: number;
  /** Rates that wait, and a source that something is wrong with. */
  readonly rates: number;
};

const atMost = (rows: string): string => `(select count(*)::int from (${rows} limit 100) rows)`;

/** One statement, for every page of the desk, off the partial indexes of what waits. */
export async function readDeskBadges(db: CurrentReads): Promise<DeskBadges> {
  const [badges] = await db.read<DeskBadges>({
    name: "read desk badges",
    text: `
      select ${atMost("select 1 from accounts where verification_status = 'PENDING'")} as verifications,
        ${atMost("select 1 from escrows where status = 'DISPUTED' and open_chargebacks = 0")} as disputes,
        ${atMost(ANSWERED)} + ${atMost(OVERDUE)} as questions,
        ${atMost("select 1 from chargebacks where closed_at is null and status in ('INQUIRY', 'OPEN')")} as chargebacks,
        ${atMost("select 1 from operator_approvals where status = 'PENDING'")} as approvals,
        ${atMost("select 1 from refunds where status = 'FAILED'")} + ${atMost("select 1 from payouts where status = 'PARKED'")}
          + ${atMost("select 1 from provider_calls where status = 'PARKED' and kind <> 'refund'")} as stuck,
        ${atMost("select 1 from reconciliation_differences where status = 'OPEN'")} as differences,
        ${atMost("select 1 from rail_payments where closed_at is null and claimed_at is not null and refused_at is null")}
          + ${atMost("select 1 from rail_outgoing where status = 'OPEN' and batch is null and kind = 'refund'")} as receipts,
        ${atMost("select 1 from rail_outgoing where status = 'OPEN' and batch is null and payee is not null and code is not null")}
          + ${atMost("select 1 from rail_batches where status in ('DRAFT', 'APPROVED')")} as batches,
        ${atMost("select 1 from rail_uploads where status = 'PENDING'")} as statements,
        ${atMost("select 1 from rates where status = 'WAITING'")} + (select count(*)::int from rate_source where problem is not null) as rates`,
  });
  if (badges === undefined) throw new Error("no answer to what waits");
  return badges;
}
