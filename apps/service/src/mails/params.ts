/**
 * Parameters of mails: values in the program, JSON in the outbox. A template says which ones it takes;
 * writing a mail and rendering it both follow that list.
 */

import type { Money } from "../domain/currencies.js";
import { UUID } from "../domain/ids.js";
import type { Escrow } from "../domain/model.js";
import { type Cents, parseCents } from "../domain/money.js";
import { isConsoleLocale, isLocale, type Locale } from "../words/locale.js";

/** What an order that has ended came to. */
export const sumsOf = ({ released, refunded }: Escrow) => ({ released, refunded });

/** Reads one value of the JSON; undefined for what it does not take. */
export type Field<Value> = (json: unknown) => Value | undefined;
export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ParamsOf<Own extends Fields> = {
  readonly [Name in keyof Own]: Exclude<ReturnType<Own[Name]>, undefined>;
};

export const text: Field<string> = (json) => (typeof json === "string" ? json : undefined);
export const yesOrNo: Field<boolean> = (json) => (typeof json === "boolean" ? json : undefined);
export const wholeNumber: Field<number> = (json) =>
  typeof json === "number" && Number.isSafeInteger(json) ? json : undefined;
/** In the outbox a decimal text, as a whole number of cents. */
export const amount: Field<Cents> = (json) => (typeof json === "string" ? (parseCents(json) ?? undefined) : undefined);
/** Amounts in the units of their currencies: what was paid, or goes back, where that is not in USD alone. */
export const moneys: Field<readonly Money[]> = (json) => {
  if (!Array.isArray(json)) return undefined;
  const read = (json as readonly Readonly<Record<string, unknown>>[]).map(({ amount: one, currency }) => ({
    amount: amount(one),
    currency: typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
  }));
  const isWhole = read.every((one): one is Money => one.amount !== undefined && one.currency !== undefined);
  return isWhole && read.length > 0 ? read : undefined;
};
/** What the buyer would get by an offer: in USD, fees included, and as they paid. */
export const offered: Field<{ readonly gets: Cents; readonly back: readonly Money[] }> = (json) => {
  const { gets, back } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const [inUsd, asPaid] = [amount(gets), moneys(back)];
  return inUsd === undefined || asPaid === undefined ? undefined : { gets: inUsd, back: asPaid };
};
/** English for people without a language that we know. */
export const language: Field<Locale> = (json) => (isLocale(json) ? json : "en");
/** The same of people who read the console. */
export const consoleLanguage: Field<Locale> = (json) => (isConsoleLocale(json) ? json : "en");
export const uuid: Field<string> = (json) => (typeof json === "string" && UUID.test(json) ? json : undefined);
export const oneOf =
  <const Values extends readonly string[]>(values: Values): Field<Values[number]> =>
  (json) =>
    values.find((value) => value === json);
/** Missing and null are the same, so a template may come to take more than mails in the outbox have. */
export const orNull =
  <Value>(field: Field<Value>): Field<Value | null> =>
  (json) =>
    json === undefined || json === null ? null : field(json);

/** @throws Error when a parameter is missing or has another form: the code that wrote the row is wrong. */
export function readParams<Own extends Fields>(template: string, fields: Own, params: unknown): ParamsOf<Own> {
  const json = (params ?? {}) as Readonly<Record<string, unknown>>;
  const read = Object.entries(fields).map(([name, field]) => {
    const value = field(json[name]);
    if (value === undefined) throw new Error(`the parameters of a ${template} mail are not complete: ${name}`);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as ParamsOf<Own>;
}

/** As the outbox keeps them: JSON text, amounts as text in it. */
export const writeParams = (params: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(params, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
