/** What Paystack answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import { type Cents, cents } from "../../domain/money.js";
import { readMinor } from "../amounts.js";
import { aboveNothing, type Json } from "../answers.js";
import { Unreadable } from "../unreadable.js";

export { currencyIn, idIn, idOr, type Json, listOf, objectOf, secondsOr, textIn, textOr } from "../answers.js";

/** In hundredths of every currency: also of those that have no smaller unit. */
export function amountIn(json: Json, name: string): Cents {
  const amount = readMinor(json[name], 2);
  if (amount === null) throw new Unreadable(`its answer has no ${name}`);
  return amount;
}

/** Of money that came, or goes back. */
export const paidIn = (json: Json, name: string): Cents => aboveNothing(amountIn(json, name), name);

/** May be less than nothing, as a movement or an overdrawn balance is. */
export function signedIn(json: Json, name: string): Cents {
  const amount = json[name];
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) throw new Unreadable(`its answer has no ${name}`);
  return cents(BigInt(amount));
}
