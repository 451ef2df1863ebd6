import { type Cents, parseMoney } from "../../../domain/money.js";
import { plainNumber } from "../../../domain/typed.js";
import { transferMoney } from "../../../providers/sandbox/play.js";
import { actIn } from "../play.js";

export const transfer = actIn("sandbox-bank", async (db, reference, { amount = "" }) => {
  const cents = amountIn(amount);
  return cents === null ? "invalid" : transferMoney(db, reference, cents);
});

/** "256.45", "256,45"; "1,000" is refused: people type amounts in many ways, and money is not guessed at. */
function amountIn(typed: string): Cents | null {
  const text = plainNumber(typed).replace(/[,\u066b]/, ".");
  const amount = parseMoney(/^\d+$/.test(text) ? `${text}.00` : text);
  return amount === null || amount === 0n ? null : amount;
}
