import type { Cents } from "../domain/money.js";
import type { Operator } from "../domain/operators.js";
import { FLOAT_MOVES, type FloatMove, floatEntry } from "../domain/reconciliation.js";
import type { Queryable } from "../platform/database.js";
import { insertFloat } from "../store/write/house-accounts.js";

/** What concerns no provider. */
const HOUSE = "house";

/**
 * An operator writes down what left, or reached, the bank. What it does between the bank and a provider, the provider's
 * statement ends.
 * @param given.amount more than zero; given.reason is checked by the caller.
 */
export async function moveFloat(
  db: Queryable,
  operator: Operator,
  given: {
    readonly move: FloatMove;
    readonly provider: string;
    readonly currency: string;
    readonly amount: Cents;
    readonly reason: string;
  },
): Promise<void> {
  const { move, amount } = given;
  const provider = FLOAT_MOVES[move].isOfProvider ? given.provider : HOUSE;
  await insertFloat(db, operator, { ...given, provider, entry: floatEntry(move, amount) });
}
