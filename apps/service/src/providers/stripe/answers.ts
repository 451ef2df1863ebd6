/** What Stripe answers, read as far as it is used. Anything that it would never say throws {@link Unreadable}. */
import type { Cents } from "../../domain/money.js";
import { aboveNothing, isObject, type Json, textIn } from "../answers.js";
import { Unreadable } from "../unreadable.js";
import { amountFromStripe } from "./amounts.js";

export { type Json, textIn } from "../answers.js";

export type List = { readonly objects: readonly Json[]; readonly hasMore: boolean };

export function objectIn(json: Json, name: string): Json {
  const value = json[name];
  if (!isObject(value)) throw new Unreadable(`its answer has no ${name}`);
  return value;
}

export const objectOr = (json: Json | undefined, name: string): Json | null => {
  const value = json?.[name];
  return isObject(value) ? value : null;
};

export const textOr = <Else>(json: Json | undefined, name: string, fallback: Else): string | Else => {
  const value = json?.[name];
  return typeof value === "string" && value !== "" ? value : fallback;
};

export function integerIn(json: Json, name: string): number {
  const value = json[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Unreadable(`its answer has no ${name}`);
  return value;
}

/** What is written as an id, or as the object itself where it was asked for whole. */
export function idOr(json: Json | undefined, name: string): string | null {
  const value = json?.[name];
  return isObject(value) ? textOr(value, "id", null) : textOr(json, name, null);
}

export function amountIn(json: Json, name: string): Cents {
  const amount = amountFromStripe(json[name], textIn(json, "currency"));
  if (amount === null) throw new Unreadable(`its answer has no ${name}`);
  return amount;
}

/** Of money that came, or goes back. */
export const paidIn = (json: Json, name: string): Cents => aboveNothing(amountIn(json, name), name);

export const currencyIn = (json: Json): string => textIn(json, "currency").toUpperCase();

/** Our reference, as it was given along. */
export const referenceIn = (json: Json | undefined): string | null =>
  textOr(objectOr(json, "metadata") ?? {}, "reference", null);

export function listIn(json: Json, name?: string): List {
  const list = name === undefined ? json : objectIn(json, name);
  const data = list["data"];
  if (!Array.isArray(data) || !data.every(isObject)) throw new Unreadable("its list can't be read");
  return { objects: data, hasMore: list["has_more"] === true };
}

export const objectsIn = (json: Json, name: string): readonly Json[] => {
  const value = json[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};
