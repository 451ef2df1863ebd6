import type { GivenReceipt } from "../domain/approvals.js";
import type { EscrowId, PaymentId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import { needsSecond, type SecondFrom } from "../domain/operators.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import { insertReceipt } from "../store/write/rails.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/**
 * Money of a buyer came in on a rail of the operator's own: it is booked as any provider's report is, by the rules for what is less,
 * more, late or a second time. `unchanged`: the bank's reference is booked already.
 * @param given.secondFrom above which amount another operator confirms. given.worth the amount in USD, at what its payer was asked.
 */
export const bookReceipt = (
  db: Queryable,
  by: OnAccount,
  given: GivenReceipt & {
    readonly escrow: EscrowId;
    readonly payment: PaymentId;
    readonly secondFrom: SecondFrom;
    readonly worth: Cents;
  },
): Promise<Acted> =>
  notOwn(by, async () => {
    if (needsSecond(by.operator, given.worth, given.secondFrom)) return refused("second_needed");
    const line = { ...by, action: "book_receipt", escrow: given.escrow } as const;
    const { found, done } = await inTurn(() => insertReceipt(db, line, given));
    if (!found) return refused("not_found");
    return done ? ok(null) : refused("unchanged");
  });

/** Of two receipts of a payment that are booked at the same moment the later one takes the next number. */
async function inTurn<Done>(book: () => Promise<Done>, tries = 10): Promise<Done> {
  try {
    return await book();
  } catch (error) {
    if (tries === 0 || brokenUnique(error) !== "rail_receipts_pkey") throw error;
    return inTurn(book, tries - 1);
  }
}
