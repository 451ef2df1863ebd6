/** What a merchant owes is paid by whatever comes into the wallet, the oldest debt first. */
import { type Debt, owedFor } from "../chargebacks.js";
import { TRANSFERS, type Transfer } from "../ledger.js";
import type { Changes } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";

/** What a unit of work puts into the wallet, less what it takes out. */
export const intoWallet = (transfers: readonly Transfer[] = []): Cents =>
  transfers.reduce((sum, { kind, amount }) => {
    if (TRANSFERS[kind].credit === "merchant_wallet") return add(sum, amount);
    return TRANSFERS[kind].debit === "merchant_wallet" ? subtract(sum, amount) : sum;
  }, ZERO);

/**
 * @param purse what may be spent.
 * @param debts oldest first, each as this unit of work leaves it.
 */
export function decidePayDebts(purse: Cents, debts: readonly Debt[]): Pick<Changes, "chargebacks" | "transfers"> {
  let left = purse;
  const paid: Debt[] = [];
  const transfers: Transfer[] = [];
  for (const debt of debts) {
    const amount = smaller(left, owedFor(debt));
    if (amount <= ZERO) continue;
    left = subtract(left, amount);
    // What the bank took first: what is paid of it comes back to the wallet when the chargeback is won.
    const ofTaken = smaller(amount, debt.from.owed);
    const steps = debt.steps + 1;
    const { from } = debt;
    transfers.push({ kind: "debt_paid", escrow: debt.escrow, amount, chargeback: debt.id, round: steps });
    paid.push({
      ...debt,
      steps,
      from: { ...from, owed: subtract(from.owed, ofTaken), wallet: add(from.wallet, ofTaken) },
      feeOwed: subtract(debt.feeOwed, subtract(amount, ofTaken)),
    });
  }
  return { chargebacks: paid, transfers };
}
