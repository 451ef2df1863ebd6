/** Chargebacks that are open: providers are asked about them from time to time; and merchants who owe something and could pay. */
import { CHARGEBACK_LOOK_SECONDS } from "../../domain/chargebacks.js";
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";

export type DueChargeback = { readonly theirId: string };

/** Those of one provider that are due, each for one worker; they come due again whatever becomes of the question. */
export const claimChargebacks = (db: Queryable, provider: string, limit: number): Promise<readonly DueChargeback[]> =>
  db.query<DueChargeback>({
    name: "claim chargebacks",
    text: `
      with due as (
        select account_id, escrow_id, id from chargebacks
        where provider = $1 and closed_at is null and look_at <= (select service_now_ms()) and ${isFree("account_id")}
        order by look_at limit $2 for update skip locked
      )
      update chargebacks c set look_at = service_now_ms() + ${CHARGEBACK_LOOK_SECONDS * 1000}
      from due where (c.account_id, c.escrow_id, c.id) = (due.account_id, due.escrow_id, due.id)
      returning c.their_id as "theirId"`,
    values: [provider, limit],
  });

/** Leans on the index ledger_accounts_owing, which holds debtors only. */
export async function listDebtorsWithMoney(db: Queryable): Promise<readonly AccountId[]> {
  const rows = await db.query<{ account: AccountId }>({
    name: "list debtors with money",
    text: `
      select owes.account_id as account from ledger_accounts owes
      join ledger_accounts wallet on wallet.account_id = owes.account_id and wallet.kind = 'merchant_wallet'
        and wallet.escrow_id = owes.escrow_id
      where owes.kind = 'merchant_owes' and owes.debits > owes.credits and wallet.credits > wallet.debits
        and ${isFree("owes.account_id")}
      order by owes.account_id limit 100`,
  });
  return rows.map(({ account }) => account);
}
