/** Sellers' accounts at the provider that holds their money, of which something is to be asked, or sent there. */
import type { Connected } from "../../domain/connected.js";
import type { AccountId, PayoutId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { CONNECTED, type ConnectedRow } from "../connected.js";
import { isFree } from "../held.js";
import { NO_ESCROW } from "../payouts.js";

/** Between two questions about an account of which nothing is heard, in seconds. */
const LOOK_SECONDS = 86_400;
/** Until money is looked for again that could not be sent. */
const SEND_SECONDS = 60;
/** For so long after a transfer did not arrive no other is begun. */
const REST_SECONDS = 86_400;

export type DueConnected = Connected & {
  readonly openedBy: string | null;
  readonly name: string;
  /** Whether its destination was ever added. */
  readonly hasDestination: boolean;
  /** Whether the wallet has something that may go there now, as far as one look tells. */
  readonly hasMoney: boolean;
  /** Ask the provider even if it was asked a moment ago: a notice came. */
  readonly isAsked: boolean;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** Something that may go there now: to a destination that has waited, where no transfer has failed lately. */
const HAS_MONEY = `exists (select 1 from ledger_accounts l where l.account_id = c.account_id and l.kind = 'merchant_wallet'
      and l.escrow_id = ${NO_ESCROW} and l.credits - l.debits >= $3)
    and exists (select 1 from payout_destinations d where d.account_id = c.account_id and d.id = c.destination_id
      and d.removed_at is null and d.usable_at <= (select at from now))
    and not exists (select 1 from payouts p where p.account_id = c.account_id and p.destination_id = c.destination_id
      and p.status in ('FAILED', 'RETURNED', 'CANCELLED') and p.recalled_at is null and p.ended_at > (select at from now) - ${REST_SECONDS})`;

/**
 * Accounts at the provider that are to be asked about, or that can be paid and have something in the wallet; each for one worker at
 * a time. Those come due again whatever becomes of it. Leans on connected_accounts_look and connected_accounts_payable.
 *
 * @param least cents that are worth a transfer.
 */
export async function claimConnected(
  db: Queryable,
  provider: string,
  { limit, least }: { readonly limit: number; readonly least: bigint },
): Promise<readonly DueConnected[]> {
  const rows = await db.query<ConnectedRow & Omit<DueConnected, keyof Connected | "now"> & { now: string }>({
    name: "claim connected accounts",
    text: `
      with now as materialized (select service_now() as at, service_now_ms() as ms),
      due as (
        select c.account_id, c.provider, c.look_at <= (select ms from now) as is_asked from connected_accounts c
        where c.provider = $1 and c.their_id is not null and ${isFree("c.account_id")} and (
          c.look_at <= (select ms from now)
          or c.is_payable and c.send_at <= (select ms from now) and ${HAS_MONEY})
        limit $2 for update skip locked
      ),
      claimed as (
        update connected_accounts c set
          look_at = case when due.is_asked then (select ms from now) + ${LOOK_SECONDS * 1_000} else c.look_at end,
          send_at = (select ms from now) + ${SEND_SECONDS * 1_000}
        from due where c.account_id = due.account_id and c.provider = due.provider
        returning c.*, due.is_asked
      )
      select ${CONNECTED.columns}, c.is_asked as "isAsked", c.opened_by as "openedBy", a.trading_name as name, service_now() as now,
        exists (select 1 from payout_destinations d where d.account_id = c.account_id and d.id = c.destination_id) as "hasDestination",
        ${HAS_MONEY} as "hasMoney"
      from claimed c join accounts a on a.id = c.account_id`,
    values: [provider, limit, least],
  });
  return rows.map(({ now, ...row }) => ({ ...row, ...CONNECTED.fromRow(row), now: Number(now) }));
}

/** It is tied to a payment of an order for which something is owed. */
const IS_OWED_FOR = `exists (
          select 1 from chargebacks b where b.account_id = p.account_id and b.escrow_id = p.source_escrow_id and b.from_owed > 0
          union all
          select 1 from refunds r where r.account_id = p.account_id and r.escrow_id = p.source_escrow_id and r.owed_left > 0)`;

/**
 * Of each merchant who owes something, a transfer to take it back from: one of what it is owed for, the smallest of which all of it is
 * left, else the one of which most is. None while something is on its way back. Leans on the index ledger_accounts_owing, which holds debtors only.
 */
export const listRecallable = (
  db: Queryable,
  provider: string,
): Promise<readonly { readonly account: AccountId; readonly payout: PayoutId }[]> =>
  db.query<{ account: AccountId; payout: PayoutId }>({
    name: "list recallable payouts",
    text: `
      select c.account_id as account, sent.id as payout
      from ledger_accounts owes
      join connected_accounts c on c.account_id = owes.account_id and c.provider = $1
      cross join lateral (
        select p.id from payouts p
        join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id and d.kind = 'connected'
        cross join lateral (select p.amount - p.taken_back as stands, owes.debits - owes.credits as owed) rest
        where p.account_id = c.account_id and p.provider = c.provider and p.status = 'PAID' and p.recalled_at is null
        order by ${IS_OWED_FOR} desc, stands < owed, case when stands < owed then -stands else stands end, p.id
        limit 1
      ) sent
      where owes.kind = 'merchant_owes' and owes.debits > owes.credits and ${isFree("owes.account_id")}
        and not exists (select 1 from payouts b where b.account_id = c.account_id and b.status = 'PAID' and b.recalled_at is not null)
      order by owes.account_id limit 100`,
    values: [provider],
  });
