/** Payments whose money is to be sent to sellers' accounts at the provider that holds it; see ../payout-sources.ts. */
import type { AccountId, EscrowId, PaymentId } from "../../domain/ids.js";
import { type Cents, smaller } from "../../domain/money.js";
import type { PayoutSource } from "../../domain/payouts.js";
import type { Queryable } from "../../platform/database.js";
import { ROOM } from "../payout-sources.js";
import { toCents } from "../rows.js";

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
