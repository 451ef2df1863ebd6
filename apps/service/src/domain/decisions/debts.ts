/** What a merchant owes is paid by whatever comes into the wallet, the oldest debt first. */
import { type Chargeback, type Debt, owedFor } from "../chargebacks.js";
import { TRANSFERS, type Transfer } from "../ledger.js";
import type { Changes } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";
import type { RefundDebt } from "../refunds.js";

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
export function decidePayDebts(
  purse: Cents,
  debts: readonly Debt[],
): Pick<Changes, "chargebacks" | "refundDebts" | "transfers"> {
  let left = purse;
  const chargebacks: Chargeback[] = [];
  const refundDebts: RefundDebt[] = [];
  const transfers: Transfer[] = [];
  for (const debt of debts) {
    const amount = smaller(left, owedFor(debt));
    if (amount <= ZERO) continue;
    left = subtract(left, amount);
    const steps = debt.steps + 1;
    const cause = "refund" in debt ? { refund: debt.refund } : { chargeback: debt.id };
    transfers.push({ kind: "debt_paid", escrow: debt.escrow, amount, ...cause, round: steps });
    if ("refund" in debt) refundDebts.push({ ...debt, steps, left: subtract(debt.left, amount) });
    else chargebacks.push({ ...debt, steps, ...paid(debt, amount) });
  }
  return { chargebacks, refundDebts, transfers };
}

/** What the bank took first: what is paid of it comes back to the wallet when the chargeback is won. */
function paid({ from, feeOwed }: Chargeback, amount: Cents): Pick<Chargeback, "from" | "feeOwed"> {
  const ofTaken = smaller(amount, from.owed);
  return {
    from: { ...from, owed: subtract(from.owed, ofTaken), wallet: add(from.wallet, ofTaken) },
    feeOwed: subtract(feeOwed, subtract(amount, ofTaken)),
  };
}
