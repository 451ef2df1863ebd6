/** For how long people have let things of rails of the operator's own wait. */
import type { Queryable } from "../../../platform/database.js";

/** What waits for an operator, each by its oldest: seconds, 0 while nothing waits. */
type RailBacklog = {
  /** A buyer says that it was paid. */
  readonly claim: number;
  /** A refund that is to be sent, and is in no batch. */
  readonly refund: number;
  /** A batch that another operator approves, or that is to be exported. */
  readonly batch: number;
  /** A bank's file that another operator imports. */
  readonly statement: number;
};

/** Leans on the indexes rail_payments_claimed, rail_outgoing_due, rail_batches_open and rail_uploads_waiting. */
export async function readRailBacklog(db: Queryable): Promise<RailBacklog> {
  const [row] = await db.query<RailBacklog>({
    name: "how long rails wait",
    text: `
      select greatest(0, service_now() - claim)::int as claim, greatest(0, service_now() - refund)::int as refund,
        greatest(0, service_now() - batch)::int as batch, greatest(0, service_now() - statement)::int as statement
      from (
        select
          (select min(claimed_at) from rail_payments where closed_at is null and claimed_at is not null and refused_at is null) as claim,
          (select min(created) from rail_outgoing where status = 'OPEN' and batch is null and kind = 'refund') as refund,
          (select min(coalesce(approved_at, created)) from rail_batches where status in ('DRAFT', 'APPROVED')) as batch,
          (select min(created) from rail_uploads where status = 'PENDING') as statement
      ) oldest`,
  });
  if (row === undefined) throw new Error("no answer to how long rails wait");
  return row;
}
