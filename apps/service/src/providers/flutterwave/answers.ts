/** What Flutterwave answers, read as far as it is used: amounts are numbers of JSON in the currency's own unit. */
import type { Cents } from "../../domain/money.js";
import { readMajorNumber, roundedOr } from "../amounts.js";
import { aboveNothing, idOr, type Json, textOr } from "../answers.js";
import { Unreadable } from "../unreadable.js";

export { roundedOr } from "../amounts.js";
export { currencyIn, type Json, listOf, objectOf, secondsOr, textIn, textOr } from "../answers.js";

/** Of several names the first that is there: some lists call a field otherwise than the answers do. */
export const firstOf = (json: Json, ...names: readonly string[]): unknown =>
  names.map((name) => json[name]).find((value) => value !== undefined && value !== null);

/** Older answers write ids as text. */
export function idIn(json: Json, ...names: readonly string[]): string {
  const value = firstOf(json, ...names);
  const id = idOr(value) ?? textOr(value, null);
  if (id === null || !/^\d{1,15}$/.test(id)) throw new Unreadable(`its answer has no ${names[0]}`);
  return id;
}

/** Of money that came, or goes back. */
export function paidIn(json: Json, ...names: readonly string[]): Cents {
  const amount = readMajorNumber(firstOf(json, ...names));
  if (amount === null) throw new Unreadable(`its answer has no ${names[0]}`);
  return aboveNothing(amount, names[0] ?? "amount");
}

export function roundedIn(json: Json, name: string): Cents {
  const amount = roundedOr(json[name]);
  if (amount === null) throw new Unreadable(`its answer has no ${name}`);
  return amount;
}
