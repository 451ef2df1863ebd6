/** What an adapter says, read as far as it is used. A word or a value that the protocol doesn't know throws {@link Unreadable}, which names it. */
import { placesOf } from "../../domain/currencies.js";
import type { Cents } from "../../domain/money.js";
import { CURRENCY, cents } from "../../domain/money.js";
import { readMajor } from "../amounts.js";
import { isObject, type Json } from "../answers.js";
import type { Money } from "../port.js";
import { Unreadable } from "../unreadable.js";

export { isObject, type Json } from "../answers.js";

/** An unknown word, cut and cleaned for a message: it could hold the number of a phone or an account. */
const shown = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(
        value
          .replaceAll(/[^\x20-\x7e]/g, "?")
          .replaceAll(/\d{5,}/g, "…")
          .slice(0, 40),
      )
    : `a ${typeof value}`;

const refuse = (name: string, value: unknown, takes: string): never => {
  throw new Unreadable(
    value === undefined
      ? `it has no ${name}`
      : `its ${name} is ${shown(value)}, and holdfast-provider/1 takes ${takes}`,
  );
};

export function objectIn(json: Json, name: string): Json {
  const value = json[name];
  return isObject(value) ? value : refuse(name, value, "an object");
}

/** @param most how many; more is nothing that the protocol has. */
export function listIn(json: Json, name: string, most: number): readonly Json[] {
  const value = json[name];
  if (!Array.isArray(value) || value.length > most || !value.every(isObject))
    return refuse(name, value, `a list of at most ${most} objects`);
  return value;
}

/** One line, in the signs that a database holds. */
const LINE = /^[^\p{Cc}\p{Cs}]+$/u;

export function textIn(json: Json, name: string, most = 300): string {
  const value = json[name];
  if (typeof value !== "string" || value.length > most || !LINE.test(value))
    return refuse(name, value, `one line of 1 to ${most} characters`);
  return value;
}

export function textsIn(json: Json, name: string, most: number): readonly string[] {
  const value = json[name];
  if (!Array.isArray(value) || value.length > most) return refuse(name, value, `a list of at most ${most} texts`);
  return value.map((_, index) => textIn(value as unknown as Json, String(index)));
}

export const someTextIn = (json: Json, name: string, most?: number): string | null =>
  json[name] === undefined || json[name] === null ? null : textIn(json, name, most);

export function wordIn<const Word extends string>(json: Json, name: string, words: readonly Word[]): Word {
  const value = json[name];
  return words.find((word) => word === value) ?? refuse(name, value, words.join(", "));
}

export function flagIn(json: Json, name: string): boolean {
  const value = json[name];
  return typeof value === "boolean" ? value : refuse(name, value, "true or false");
}

type Bounds = { readonly least?: number; readonly most: number };

export function integerIn(json: Json, name: string, { least = 0, most }: Bounds): number {
  const value = json[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least || value > most)
    return refuse(name, value, `a whole number from ${least} to ${most}`);
  return value;
}

export const someIntegerIn = (json: Json, name: string, most: number): number | null =>
  json[name] === null ? null : integerIn(json, name, { most });

/** Unix seconds, up to the year 9999. */
const TIME_MAX = 253_402_300_799;
export const timeIn = (json: Json, name: string): number => integerIn(json, name, { most: TIME_MAX });

const AN_AMOUNT = 'an amount as text, such as "25.00"';

/** In the unit of the currency that stands beside it; in hundredths where none does. */
export function amountIn(json: Json, name: string): Cents {
  const amount = readMajor(json[name], placesBeside(json));
  return amount ?? refuse(name, json[name], AN_AMOUNT);
}

export function signedIn(json: Json, name: string): Cents {
  const text = json[name];
  const isNegative = typeof text === "string" && text.startsWith("-");
  const amount = readMajor(isNegative ? text.slice(1) : text, placesBeside(json));
  if (amount === null) return refuse(name, text, AN_AMOUNT);
  return cents(isNegative ? -amount : amount);
}

const placesBeside = ({ currency }: Json): 2 | 3 => placesOf(typeof currency === "string" ? currency : CURRENCY);

export function currencyIn(json: Json, name = "currency"): string {
  const value = json[name];
  return typeof value === "string" && /^[A-Z]{3}$/.test(value)
    ? value
    : refuse(name, value, "three capitals, such as USD");
}

export const moneyIn = (json: Json): Money => ({ amount: amountIn(json, "amount"), currency: currencyIn(json) });

/** Ours, as we write them. */
export function referenceIn(json: Json, name: string): string {
  const value = json[name];
  return typeof value === "string" && /^[\x21-\x7e]{1,80}$/.test(value)
    ? value
    : refuse(name, value, "a reference of ours");
}

/** What is kept of an answer: the adapter's own id, where it says one. */
export function keepIn(json: Json): { readonly keep?: { readonly theirId: string } } {
  const theirId = someTextIn(json, "their_id", 255);
  return theirId === null ? {} : { keep: { theirId } };
}
