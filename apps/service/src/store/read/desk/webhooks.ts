/** How webhooks fare, over all accounts. Neither secrets nor what was sent or answered. */
import type { AccountId, EndpointId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { toNumber } from "../../rows.js";
import { NOW_MS } from "../clock.js";

export type WebhookTotals = {
  readonly enabled: number;
  readonly disabled: number;
  /** Enabled, and the last attempt failed. */
  readonly failing: number;
  /** Deliveries to be made to endpoints that are enabled, and those held for the others. */
  readonly waiting: number;
  readonly held: number;
  /** For how long the delivery that is due longest has been due; null when none is. Seconds. */
  readonly oldestDueSeconds: number | null;
};

type Numbers<View> = { readonly [Name in keyof View]: string | null };

/** Counts every open delivery: 100,000 take some 50 ms. */
export async function readWebhookTotals(db: Reads): Promise<WebhookTotals> {
  const [row] = await db.read<Numbers<WebhookTotals>>({
    name: "read webhook totals",
    text: `
      with lanes as (
        select account_id, endpoint_id, count(*) as open, min(due_at) as due_at from webhook_queue group by 1, 2
      )
      select count(*) filter (where w.status = 'ENABLED') as enabled, count(*) filter (where w.status = 'DISABLED') as disabled,
        count(*) filter (where w.status = 'ENABLED' and w.consecutive_failures > 0) as failing,
        coalesce(sum(l.open) filter (where w.status = 'ENABLED'), 0) as waiting,
        coalesce(sum(l.open) filter (where w.status = 'DISABLED'), 0) as held,
        (max((select ${NOW_MS}) - l.due_at) filter (where w.status = 'ENABLED' and l.due_at <= (select ${NOW_MS}))) / 1000
          as "oldestDueSeconds"
      from webhook_endpoints w left join lanes l on l.account_id = w.account_id and l.endpoint_id = w.id
      where w.status <> 'DELETED'`,
  });
  return {
    enabled: Number(row?.enabled),
    disabled: Number(row?.disabled),
    failing: Number(row?.failing),
    waiting: Number(row?.waiting),
    held: Number(row?.held),
    oldestDueSeconds: toNumber(row?.oldestDueSeconds ?? null),
  };
}

export type TroubledEndpoint = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly endpoint: EndpointId;
  readonly url: string;
  readonly status: "ENABLED" | "DISABLED";
  readonly failures: number;
  /** Deliveries that wait, and how long the one that is due longest has been due; null when none is. Seconds. */
  readonly backlog: number;
  readonly oldestDueSeconds: number | null;
  /** The status, or in words why there was none, of the last attempt; null before the first. */
  readonly lastAnswer: string | null;
  readonly lastAt: number | null;
};

export const TROUBLED_SHOWN_MAX = 100;

const TROUBLED = `
  select w.account_id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName", w.id as endpoint, w.url, w.status,
    w.consecutive_failures as failures, lane.open as backlog,
    case when lane.due_at <= (select ${NOW_MS}) then ((select ${NOW_MS}) - lane.due_at) / 1000 end as "oldestDueSeconds",
    last.answer as "lastAnswer", last.created as "lastAt"
  from webhook_endpoints w
  join accounts a on a.id = w.account_id
  cross join lateral (
    select count(*)::int as open, min(due_at) as due_at from webhook_queue q
    where q.account_id = w.account_id and q.endpoint_id = w.id
  ) lane
  left join lateral (
    select coalesce(error, status_code::text) as answer, created from webhook_attempts t
    where t.account_id = w.account_id and t.endpoint_id = w.id order by number desc limit 1
  ) last on true`;

type TroubledRow = Omit<TroubledEndpoint, "oldestDueSeconds" | "lastAt"> & {
  readonly oldestDueSeconds: string | null;
  readonly lastAt: string | null;
};

const troubledFromRow = (row: TroubledRow): TroubledEndpoint => ({
  ...row,
  oldestDueSeconds: toNumber(row.oldestDueSeconds),
  lastAt: toNumber(row.lastAt),
});

/** Those that are disabled or fail, the worst first. There are few endpoints: all of them are looked at. */
export async function listTroubledEndpoints(db: Reads): Promise<readonly TroubledEndpoint[]> {
  const rows = await db.read<TroubledRow>({
    name: "list troubled endpoints",
    text: `
      ${TROUBLED}
      where w.status = 'DISABLED' or (w.status = 'ENABLED' and w.consecutive_failures > 0)
      order by w.status = 'ENABLED', w.consecutive_failures desc, w.id limit ${TROUBLED_SHOWN_MAX}`,
  });
  return rows.map(troubledFromRow);
}

/** All endpoints of one account, oldest first. */
export async function listDeskEndpoints(db: Queryable, account: AccountId): Promise<readonly TroubledEndpoint[]> {
  const rows = await db.query<TroubledRow>({
    name: "list desk endpoints",
    text: `${TROUBLED} where w.account_id = $1 and w.status <> 'DELETED' order by w.created, w.id`,
    values: [account],
  });
  return rows.map(troubledFromRow);
}

export type Backlogged = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly open: number;
  /** Seconds; null when none is due. */
  readonly oldestDueSeconds: number | null;
};

/** The accounts with most deliveries waiting, held ones among them. */
export async function listBacklogs(db: Reads, limit: number): Promise<readonly Backlogged[]> {
  const rows = await db.read<Omit<Backlogged, "oldestDueSeconds"> & { readonly oldestDueSeconds: string | null }>({
    name: "list webhook backlogs",
    text: `
      with most as (
        select account_id, count(*)::int as open, min(due_at) as due_at from webhook_queue
        group by account_id order by open desc, account_id limit $1
      )
      select a.seller_code as "sellerCode", a.trading_name as "tradingName", most.open,
        case when most.due_at <= (select ${NOW_MS}) then ((select ${NOW_MS}) - most.due_at) / 1000 end as "oldestDueSeconds"
      from most join accounts a on a.id = most.account_id order by most.open desc, a.id`,
    values: [limit],
  });
  return rows.map((row) => ({ ...row, oldestDueSeconds: toNumber(row.oldestDueSeconds) }));
}
