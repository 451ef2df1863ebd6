/** What Paystack answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import { type Cents, cents } from "../../domain/money.js";
import { readMinor } from "../amounts.js";
import { Unreadable } from "../unreadable.js";

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Empty for what is no object. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export function listOf(value: unknown): readonly Json[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new Unreadable("its list can't be read");
  return value;
}

export const textOr = <Else>(value: unknown, fallback: Else): string | Else =>
  typeof value === "string" && value !== "" ? value : fallback;

export function textIn(json: Json, name: string): string {
  const text = textOr(json[name], null);
  if (text === null) throw new Unreadable(`its answer has no ${name}`);
  return text;
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

/** Of money that came, or goes back: nothing never does. */
export function paidIn(json: Json, name: string): Cents {
  const amount = amountIn(json, name);
  if (amount <= 0n) throw new Unreadable(`its ${name} is ${amount}`);
  return amount;
}

/** May be less than nothing, as a movement or an overdrawn balance is. */
export function signedIn(json: Json, name: string): Cents {
  const amount = json[name];
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) throw new Unreadable(`its answer has no ${name}`);
  return cents(BigInt(amount));
}

/** Unix seconds; null for what is no time. */
export function secondsOr(value: unknown): number | null {
  const at = typeof value === "string" ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}
