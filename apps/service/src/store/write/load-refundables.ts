/** Loads what a refund that is asked for decides on. The wallet is locked, after the escrow: nobody else spends from it. */
import type { AccountId, EscrowId } from "../../domain/ids.js";
import type { Facts } from "../../domain/model.js";
import type { Transaction } from "../../platform/database.js";
import { readRefundableRows, refundFactsFrom, type WantedRefund } from "../refundables.js";
import { lockAccounts } from "./load-chargebacks.js";

/** The facts of each order that is there. */
export async function readRefundables(
  tx: Transaction,
  of: readonly WantedRefund[],
): Promise<(account: AccountId, escrow: EscrowId) => Pick<Facts, "refundable">> {
  if (of.length === 0) return () => ({});
  const [, rows] = await Promise.all([
    lockAccounts(
      tx,
      of.map(({ account }) => account),
    ),
    readRefundableRows(tx, of),
  ]);
  return (account, escrow) => {
    const row = rows.find((one) => one.account_id === account && one.escrow_id === escrow);
    return row === undefined ? {} : { refundable: refundFactsFrom(row) };
  };
}
