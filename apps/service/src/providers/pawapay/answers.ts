/** What pawaPay answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import type { Cents } from "../../domain/money.js";
import { readMajor } from "../amounts.js";
import { aboveNothing, isObject, type Json, objectOf } from "../answers.js";
import { Unreadable } from "../unreadable.js";

export { type Json, objectOf, textIn, textOr } from "../answers.js";

/** Null for what is no JSON. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export function amountIn(json: Json, name: string): Cents {
  const amount = readMajor(json[name]);
  if (amount === null) throw new Unreadable(`its answer has no ${name}`);
  return amount;
}

/** Of money that came, or goes back. */
export const paidIn = (json: Json, name: string): Cents => aboveNothing(amountIn(json, name), name);

/** `FAILED_FOR_SOME_REASON`, and nothing that pawaPay says in words: those may repeat the number of a phone. */
export function codeIn(json: Json): string {
  const code = objectOf(json["failureReason"])["failureCode"];
  return typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "UNKNOWN_ERROR";
}
