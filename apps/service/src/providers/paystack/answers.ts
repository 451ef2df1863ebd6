/** What Paystack answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import { type Cents, cents } from "../../domain/money.js";
import { readMinor } from "../amounts.js";
import { aboveNothing, isObject, type Json, textIn } from "../answers.js";
import { Unreadable } from "../unreadable.js";

export { type Json, objectOf, textIn, textOr } from "../answers.js";

export function listOf(value: unknown): readonly Json[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new Unreadable("its list can't be read");
  return value;
}

/** A whole number, as text: ids are kept so. Null for anything else. */
export const idOr = (value: unknown): string | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? String(value) : null;

export function idIn(json: Json, name = "id"): string {
  const id = idOr(json[name]);
  if (id === null) throw new Unreadable(`its answer has no ${name}`);
  return id;
}

export const currencyIn = (json: Json): string => textIn(json, "currency").toUpperCase();

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

/** Unix seconds; null for anything but a time. */
export function secondsOr(value: unknown): number | null {
  const at = typeof value === "string" ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}
