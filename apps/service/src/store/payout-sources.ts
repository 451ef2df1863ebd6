/**
 * Which payments transfers to a seller's account may be tied to, and how much is left of each: no more than it brought and was not paid
 * back or taken by its bank, and no more of an order than was released of it. What came back of a transfer does not count again, for it lies
 * in the balance.
 */

import type { AccountId, EscrowId, PaymentId } from "../domain/ids.js";
import { type Cents, smaller } from "../domain/money.js";
import type { PayoutSource } from "../domain/payouts.js";
import type { Queryable } from "../platform/database.js";
import { toCents } from "./rows.js";

/** Leans on the index payouts_source. */
const TIED = (to: string): string => `coalesce((select sum(o.amount) from payouts o
    where o.account_id = p.account_id and o.source_escrow_id = p.escrow_id and o.status not in ('FAILED', 'CANCELLED')${to}), 0)`;

const ROOM = `least(p.received - p.given_back - p.charged_back - ${TIED(" and o.source_payment_id = p.id")}, e.released - ${TIED("")})`;

/** What is left of the payment that is `given`; null where none is. */
export const SOURCE_LEFT = `(
    select greatest(0, ${ROOM}) from payments p
    join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
    where p.account_id = given.account_id and p.escrow_id = given.escrow_id and p.id = given.payment_id and p.status = 'SUCCEEDED')`;

/** Lines of the wallet that are looked through: what is older has left it, but for what could not. */
const LINES_MAX = 500;

/**
 * The oldest card payment of those that a provider took whose money was released lately and is not on its way yet; null for none.
 * Other payments are available at once, and need not be named.
 *
 * @param least cents that are worth a transfer.
 * @param most what may leave the wallet now.
 */
export async function findSource(
  db: Queryable,
  { account, provider }: { readonly account: AccountId; readonly provider: string },
  { least, most }: { readonly least: Cents; readonly most: Cents },
): Promise<{ readonly source: PayoutSource; readonly amount: Cents } | null> {
  const [row] = await db.query<{ escrow: EscrowId; payment: PaymentId; room: string }>({
    name: "find source of transfer",
    text: `
      with released as materialized (
        select distinct t.escrow_id from (
          select transfer_id, kind from wallet_lines where account_id = $1 order by number desc limit ${LINES_MAX}
        ) l join ledger_transfers t on t.account_id = $1 and t.id = l.transfer_id
        where l.kind in ('release', 'settlement')
      )
      select * from (
        select p.escrow_id as escrow, p.id as payment, p.created, ${ROOM} as room
        from released
        join escrows e on e.account_id = $1 and e.id = released.escrow_id
        join payments p on p.account_id = $1 and p.escrow_id = e.id
        where p.provider = $2 and p.method = 'card' and p.status = 'SUCCEEDED' and p.open_chargebacks = 0
      ) p where room >= $3 order by created, payment limit 1`,
    values: [account, provider, least],
  });
  if (row === undefined) return null;
  return { source: { escrow: row.escrow, payment: row.payment }, amount: smaller(toCents(row.room), most) };
}
