/** Sellers' accounts at the provider that holds their money, as operators see them: what lies where, and what is stuck. */

import type { Connected } from "../../../domain/connected.js";
import type { AccountId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { CONNECTED, type ConnectedRow } from "../../connected.js";
import { OWED_BY, WALLET_OF } from "../../payouts.js";
import { toCents, toNumber } from "../../rows.js";

type Owner = { readonly account: AccountId; readonly sellerCode: string; readonly tradingName: string };
const OWNER = `a.id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName"`;

// Who holds what -----------------------------------------------------------------------------------------------------------

export type HeldAccount = Owner & {
  readonly connected: Connected;
  /** What we sent there less what came back: by our books, and as far as the provider's statement tells of it. */
  readonly sent: Cents;
  readonly told: Cents;
  /** Of what we sent, or that came back, what the statement does not tell of yet; since when, in Unix seconds. */
  readonly untold: Cents;
  readonly untoldSince: number | null;
};

/** Those in which most lies first. Leans on provider_movements_once for those that are shown. */
export async function listHeldAccounts(db: Reads, limit: number): Promise<readonly HeldAccount[]> {
  type Row = ConnectedRow &
    Owner &
    Record<"sent" | "told" | "untold", string> & { readonly untoldSince: string | null };
  const rows = await db.read<Row>({
    name: "list held accounts",
    text: `
      with c as (
        select * from connected_accounts where their_id is not null
        order by coalesce(available + pending, 0) desc, account_id, provider limit $1
      )
      select ${OWNER}, ${CONNECTED.columns}, moved.sent, moved.told, moved.untold, moved."untoldSince"
      from c join accounts a on a.id = c.account_id
      cross join lateral (
        select coalesce(-sum(m.amount), 0) as sent, coalesce(-sum(case when m.is_told_elsewhere then m.amount else l.amount end), 0) as told,
          coalesce(-sum(m.amount) filter (where m.line is null and not m.is_told_elsewhere), 0) as untold,
          min(m.created) filter (where m.line is null and not m.is_told_elsewhere) as "untoldSince"
        from payouts p
        join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id and d.kind = 'connected'
        join provider_movements m on m.account_id = p.account_id and m.payout_id = p.id and m.type in ('payout', 'payout_returned')
        left join provider_lines l on l.number = m.line
        where p.account_id = c.account_id and p.provider = c.provider
      ) moved
      order by coalesce(c.available + c.pending, 0) desc, c.account_id, c.provider`,
    values: [limit],
  });
  return rows.map((row) => ({
    ...{ account: row.account, sellerCode: row.sellerCode, tradingName: row.tradingName },
    connected: CONNECTED.fromRow(row),
    sent: toCents(row.sent),
    told: toCents(row.told),
    untold: toCents(row.untold),
    untoldSince: toNumber(row.untoldSince),
  }));
}

// What is stuck ------------------------------------------------------------------------------------------------------------

/**
 * `recall`: what a buyer waits for is not taken back. `transfer`: it was begun, and is not there. `stopped`: money waits in the wallet
 * of a seller who could be paid, and can't any more. `below`: the seller's account owes the provider.
 */
export type HolderTrouble = "recall" | "transfer" | "stopped" | "below";

export type StuckAtHolder = Owner & {
  readonly trouble: HolderTrouble;
  readonly provider: string;
  readonly theirId: string;
  readonly amount: Cents;
  /** What the provider said last, or why it stopped the account; "" when nobody knows. */
  readonly error: string;
  /** Our reference of the transfer; "" where it is about none. */
  readonly reference: string;
  readonly created: number;
};

/** After so many seconds a person has to look. */
const RECALL_SECONDS = 3_600;
const TRANSFER_SECONDS = 86_400;
const STOPPED_SECONDS = 3_600;

// Leans on payouts_recalling, payouts_open and the primary keys; accounts that can't be paid are few.
export const STUCK_AT_HOLDER = `
  select 'recall' as trouble, p.account_id, c.provider, c.their_id, p.recalling as amount, coalesce(k.error, '') as error,
    p.reference::text as reference, p.recalled_at as created
  from payouts p
  join connected_accounts c on c.account_id = p.account_id and c.provider = p.provider
  left join payout_calls k on k.account_id = p.account_id and k.payout_id = p.id
  where p.recalling is not null and p.recalled_at < service_now() - ${RECALL_SECONDS}
  union all
  select 'transfer', p.account_id, c.provider, c.their_id, p.amount, coalesce(k.error, ''), p.reference::text, p.sent_at
  from payouts p
  join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id and d.kind = 'connected'
  join connected_accounts c on c.account_id = p.account_id and c.provider = p.provider
  left join payout_calls k on k.account_id = p.account_id and k.payout_id = p.id
  where p.status in ('REQUESTED', 'SENT', 'PARKED') and p.sent_at < service_now() - ${TRANSFER_SECONDS}
  union all
  select 'stopped', c.account_id, c.provider, c.their_id, ${WALLET_OF("c.account_id")}::bigint, coalesce(c.stopped, array_to_string(c.wanted[1:3], ', ')), '',
    c.changed_at
  from connected_accounts c
  join payout_destinations d on d.account_id = c.account_id and d.id = c.destination_id and d.removed_at is null
  where not c.is_payable and c.changed_at < service_now() - ${STOPPED_SECONDS}
    and ${WALLET_OF("c.account_id")} - ${OWED_BY("c.account_id")} >= 100
  union all
  select 'below', c.account_id, c.provider, c.their_id, -(c.available + c.pending), '', '', c.books_at
  from connected_accounts c where c.available + c.pending < 0`;

/** More than that, and something else is wrong. */
const SHOWN_MAX = 100;

/** The oldest first. */
export async function listStuckAtHolder(db: Queryable): Promise<readonly StuckAtHolder[]> {
  type Row = Omit<StuckAtHolder, "amount" | "created"> & Record<"amount" | "created", string>;
  const rows = await db.query<Row>({
    name: "list stuck at holder",
    text: `
      select ${OWNER}, s.trouble, s.provider, s.their_id as "theirId", s.amount, s.error, s.reference, s.created
      from (${STUCK_AT_HOLDER}) s join accounts a on a.id = s.account_id
      order by s.created, s.account_id, s.trouble, s.reference limit ${SHOWN_MAX}`,
  });
  return rows.map((row) => ({ ...row, amount: toCents(row.amount), created: Number(row.created) }));
}

/** How many of each there are. */
export async function countStuckAtHolder(db: Queryable): Promise<Readonly<Record<HolderTrouble, number>>> {
  const rows = await db.query<{ trouble: HolderTrouble; count: string }>({
    name: "count stuck at holder",
    text: `select trouble, count(*) as count from (${STUCK_AT_HOLDER}) s group by trouble`,
  });
  const counts = new Map(rows.map(({ trouble, count }) => [trouble, Number(count)]));
  const of = (trouble: HolderTrouble): number => counts.get(trouble) ?? 0;
  return { recall: of("recall"), transfer: of("transfer"), stopped: of("stopped"), below: of("below") };
}
