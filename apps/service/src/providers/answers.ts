/** What any provider answers in JSON, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import type { Cents } from "../domain/money.js";
import type { Currency, Unreachable } from "./port.js";
import { Unreadable } from "./unreadable.js";

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
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

export const currencyIn = (json: Json): Currency => textIn(json, "currency").toUpperCase();

/** Unix seconds; null for anything but a time. */
export function secondsOr(value: unknown): number | null {
  const at = typeof value === "string" ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}

/** Of money that came, or goes back: nothing, or less than that, never does. @param name of the field. */
export function aboveNothing(amount: Cents, name: string): Cents {
  if (amount <= 0n) throw new Unreadable(`its ${name} is ${amount}`);
  return amount;
}

/** Of a page that a payer is sent to. @throws {Unreadable} for an address that nobody may be sent to. */
export function payPageIn(text: string, isLive: boolean): string {
  const url = URL.parse(text);
  if (url === null || !(url.protocol === "https:" || (!isLive && url.protocol === "http:")))
    throw new Unreadable("its page has no address");
  return url.href;
}

export const isUnreachable = (found: unknown): found is Unreachable =>
  isObject(found) && found["kind"] === "unreachable";
