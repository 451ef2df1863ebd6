/** What any provider answers in JSON, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import type { Cents } from "../domain/money.js";
import { Unreadable } from "./unreadable.js";

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Empty for what is no object. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const textOr = <Else>(value: unknown, fallback: Else): string | Else =>
  typeof value === "string" && value !== "" ? value : fallback;

export function textIn(json: Json, name: string): string {
  const text = textOr(json[name], null);
  if (text === null) throw new Unreadable(`its answer has no ${name}`);
  return text;
}

/** Of money that came, or goes back: nothing, or less than that, never does. @param name of the field. */
export function aboveNothing(amount: Cents, name: string): Cents {
  if (amount <= 0n) throw new Unreadable(`its ${name} is ${amount}`);
  return amount;
}
