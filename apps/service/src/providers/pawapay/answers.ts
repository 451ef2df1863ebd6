/** What pawaPay answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import type { Cents } from "../../domain/money.js";
import { readMajor } from "../amounts.js";
import { Unreadable } from "../unreadable.js";

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null for what is no JSON. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** Empty for what is no object. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textOr = <Else>(value: unknown, fallback: Else): string | Else =>
  typeof value === "string" && value !== "" ? value : fallback;

export function textIn(json: Json, name: string): string {
  const text = textOr(json[name], null);
  if (text === null) throw new Unreadable(`its answer has no ${name}`);
  return text;
}

export function amountIn(json: Json, name: string): Cents {
  const amount = readMajor(json[name]);
  if (amount === null) throw new Unreadable(`its answer has no ${name}`);
  return amount;
}

/** Of money that came, or goes back: nothing never does. */
export function paidIn(json: Json, name: string): Cents {
  const amount = amountIn(json, name);
  if (amount <= 0n) throw new Unreadable(`its ${name} is ${amount}`);
  return amount;
}

/** `FAILED_FOR_SOME_REASON`, and nothing that pawaPay says in words: those may repeat the number of a phone. */
export function codeIn(json: Json): string {
  const code = objectOf(json["failureReason"])["failureCode"];
  return typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "UNKNOWN_ERROR";
}
