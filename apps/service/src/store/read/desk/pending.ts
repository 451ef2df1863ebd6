/** What waits for operators, over all accounts: counted by the partial indexes of what waits. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { Party } from "../../../domain/model.js";
import type { Cents } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import { toCents, toNumber } from "../../rows.js";
import { GIVEN_UP_SECONDS } from "../rates.js";
import { STUCK_AT_HOLDER } from "./holder.js";
import { ANSWERED, OVERDUE } from "./questions.js";

/** How many wait, and since when the one that has waited longest; null when none does. */
export type Pending = { readonly count: number; readonly since: number | null };

export type DeskCounts = {
  readonly verifications: Pending;
  readonly disputes: Pending;
  /** Answers that nobody has read, and questions that nobody has answered in time. */
  readonly questions: Pending;
  /** Chargebacks that wait for our answer. */
  readonly chargebacks: Pending;
  /** For a second operator. */
  readonly approvals: Pending;
  readonly calls: Pending;
  readonly refunds: Pending;
  readonly payouts: Pending;
  /** At the provider that holds sellers' money. */
  readonly holder: Pending;
  /** Between providers' statements and our books. */
  readonly differences: Pending;
  /** Rates that wait or are too old, and a source that something is wrong with. */
  readonly rates: Pending;
  readonly endpoints: { readonly disabled: number; readonly failing: number };
  readonly suspended: number;
  readonly now: number;
};

type Row = Readonly<Record<(typeof KINDS)[number] | `${(typeof KINDS)[number]}_since`, string | null>> & {
  readonly disabled: string;
  readonly failing: string;
  readonly suspended: string;
  readonly now: string;
};
const KINDS = [
  "verifications",
  "disputes",
  "questions",
  "chargebacks",
  "calls",
  "refunds",
  "payouts",
  "holder",
  "approvals",
  "differences",
  "rates",
] as const;

/** @param rateAgeMaxSeconds older than this a rate is none */
export async function readDeskCounts(db: Queryable, rateAgeMaxSeconds: number): Promise<DeskCounts> {
  const [row] = await db.query<Row>({
    name: "read desk counts",
    text: `
      select v.count as verifications, v.since as verifications_since, d.count as disputes, d.since as disputes_since,
        c.count as calls, c.since as calls_since, r.count as refunds, r.since as refunds_since,
        o.count as payouts, o.since as payouts_since, q.count as approvals, q.since as approvals_since,
        n.count as differences, n.since as differences_since, b.count as chargebacks, b.since as chargebacks_since,
        m.count as questions, m.since as questions_since, h.count as holder, h.since as holder_since,
        x.count as rates, x.since as rates_since, w.disabled, w.failing, s.suspended, service_now() as now
      from (
        select count(*) as count, min((
          select created from verification_submissions u where u.account_id = a.id and u.decided_at is null)) as since
        from accounts a where verification_status = 'PENDING'
      ) v
      cross join (
        select count(*) as count, min(coalesce((
          select max(created) from milestone_entries n
          where n.account_id = e.account_id and n.escrow_id = e.id and n.verb = 'dispute'), (
          select max(created) from chargebacks c where c.account_id = e.account_id and c.escrow_id = e.id))) as since
        from escrows e where status = 'DISPUTED' and open_chargebacks = 0
      ) d
      cross join (select count(*) as count, min(created) as since from provider_calls where status = 'PARKED' and kind <> 'refund') c
      cross join (select count(*) as count, min(created) as since from refunds where status = 'FAILED') r
      cross join (select count(*) as count, min(created) as since from payouts where status = 'PARKED') o
      cross join (select count(*) as count, min(created) as since from (${STUCK_AT_HOLDER}) stuck) h
      cross join (
        select count(*) as count, min(created) as since from operator_approvals where status = 'PENDING'
      ) q
      cross join (
        select count(*) as count, min(opened) as since from reconciliation_differences where status = 'OPEN'
      ) n
      cross join (
        select count(*) as count, min(created) as since from chargebacks
        where closed_at is null and status in ('INQUIRY', 'OPEN')
      ) b
      cross join (
        select count(*) as count, min(since) as since
        from (select since from (${ANSWERED}) told union all select since from (${OVERDUE}) late) every
      ) m
      cross join (
        select count(*) as count, min(since) as since from (
          select created as since from rates where status = 'WAITING'
          union all
          select at + $1 from rates where status = 'CURRENT' and at < service_now() - $1 and at > service_now() - $1 - ${GIVEN_UP_SECONDS}
          union all
          select since from rate_source where problem is not null) told
      ) x
      cross join (
        select count(*) filter (where status = 'DISABLED') as disabled,
          count(*) filter (where status = 'ENABLED' and consecutive_failures > 0) as failing from webhook_endpoints
      ) w
      cross join (select count(*) as suspended from accounts where suspended) s`,
    values: [rateAgeMaxSeconds],
  });
  if (row === undefined) throw new Error("nothing was counted");
  const waiting = Object.fromEntries(
    KINDS.map((kind) => [kind, { count: Number(row[kind]), since: toNumber(row[`${kind}_since`]) }]),
  ) as Record<(typeof KINDS)[number], Pending>;
  const endpoints = { disabled: Number(row.disabled), failing: Number(row.failing) };
  const suspended = Number(row.suspended);
  return { ...waiting, endpoints, suspended, now: Number(row.now) };
}

/** What waits here and elsewhere together. */
export function addCounts(one: DeskCounts, other: DeskCounts): DeskCounts {
  const sums = KINDS.map((kind) => {
    const [left, right] = [one[kind], other[kind]];
    const since = [left.since, right.since].filter((at) => at !== null);
    return [kind, { count: left.count + right.count, since: since.length === 0 ? null : Math.min(...since) }];
  });
  return {
    ...(Object.fromEntries(sums) as Record<(typeof KINDS)[number], Pending>),
    endpoints: {
      disabled: one.endpoints.disabled + other.endpoints.disabled,
      failing: one.endpoints.failing + other.endpoints.failing,
    },
    suspended: one.suspended + other.suspended,
    now: one.now,
  };
}

/** An open dispute, as the operators' list shows it. */
export type PendingDispute = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly escrow: EscrowId;
  readonly title: string;
  /** Its `DS-` code. */
  readonly reference: string;
  /** What a settlement would split, fees apart. */
  readonly left: Cents;
  readonly openedAt: number;
  readonly statements: number;
  readonly files: number;
  readonly offersBy: readonly Party[];
  /** Whether its payer's bank has to decide first. */
  readonly isBanks: boolean;
};

export type DisputePosition = { readonly openedAt: number; readonly escrow: string };

type DisputeRow = Omit<PendingDispute, "left" | "openedAt"> & { readonly left: string; readonly openedAt: string };

/**
 * The one that was opened longest ago first, one row more than `limit` when there are more. Few are open at a time: all of
 * them are looked at, and the page of them alone in full.
 */
export async function listPendingDisputes(
  db: Queryable,
  { limit, after }: { readonly limit: number; readonly after: DisputePosition | null },
): Promise<readonly PendingDispute[]> {
  const rows = await db.query<DisputeRow>({
    name: "list waiting disputes",
    text: `
      with waiting as materialized (
        select e.account_id, e.id, coalesce((
          select max(created) from milestone_entries n
          where n.account_id = e.account_id and n.escrow_id = e.id and n.verb = 'dispute'), (
          select max(created) from chargebacks c where c.account_id = e.account_id and c.escrow_id = e.id)) as opened_at
        from escrows e where e.status = 'DISPUTED'
      ),
      shown as materialized (
        select * from waiting where $2::bigint is null or (opened_at, id) > ($2, $3::uuid) order by opened_at, id limit $1
      )
      select e.account_id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName", e.id as escrow, e.title,
        e.dispute_reference as reference, least(e.amount - e.released - e.refunded_held, e.held) as left, shown.opened_at as "openedAt",
        (select count(*)::int from milestone_entries n
         where n.account_id = e.account_id and n.escrow_id = e.id and n.verb = 'statement') as statements,
        (select count(*)::int from evidence f where f.account_id = e.account_id and f.escrow_id = e.id) as files,
        e.open_chargebacks > 0 as "isBanks",
        array(select made_by from settlement_offers o
              where o.account_id = e.account_id and o.escrow_id = e.id and o.status = 'OPEN' order by number) as "offersBy"
      from shown
      join escrows e on e.account_id = shown.account_id and e.id = shown.id
      join accounts a on a.id = e.account_id
      order by shown.opened_at, shown.id`,
    values: [limit + 1, after?.openedAt ?? null, after?.escrow ?? null],
  });
  return rows.map((row) => ({ ...row, left: toCents(row.left), openedAt: Number(row.openedAt) }));
}
