import { parseAmount, placesOf, stepOf } from "../../../domain/currencies.js";
import { type Cents, ZERO } from "../../../domain/money.js";
import { plainNumber } from "../../../domain/typed.js";
import { transferMoney } from "../../../providers/sandbox/play.js";
import { actIn } from "../play.js";

export const transfer = actIn("sandbox-bank", async (db, { reference, currency }, { amount = "" }) => {
  const sum = amountIn(amount, currency);
  return sum === null ? "invalid" : transferMoney(db, reference, sum);
});

/** "256.45", "256,45"; "1,000" of dollars is refused: people type amounts in many ways, and money is not guessed at. */
function amountIn(typed: string, currency: string): Cents | null {
  const text = plainNumber(typed).replace(/[,\u066b]/, ".");
  const part = text.split(".")[1] ?? "";
  const amount = part.length === 0 || part.length === placesOf(currency) ? parseAmount(text, currency) : null;
  return amount === null || amount === ZERO || amount % stepOf(currency) !== 0n ? null : amount;
}
