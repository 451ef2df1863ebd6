/** Query parameters: text that is read by hand, each at most once; unknown ones are ignored. */
import { LIMITS } from "@holdfast/contract";
import type { Problems } from "./refusal.js";

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameter's text; null when it is not given. */
export function one(query: Query, name: string, problems: Problems): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value === "string") {
    if (!value.includes("\0") && value.isWellFormed() && !value.includes("\uFFFD")) return value;
    problems.add(name, "Takes valid UTF-8 text without NUL.");
    return null;
  }
  problems.add(name, "Give this parameter once.");
  return null;
}

export function readLimit(query: Query, problems: Problems): number {
  const text = one(query, "limit", problems);
  if (text === null) return LIMITS.pageSizeDefault;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIMITS.pageSizeMax) return limit;
  problems.add("limit", `Takes a whole number from 1 to ${LIMITS.pageSizeMax}.`);
  return LIMITS.pageSizeDefault;
}

export function readOneOf<const T extends string>(
  query: Query,
  { name, values }: { readonly name: string; readonly values: readonly T[] },
  problems: Problems,
): T | null {
  const text = one(query, name, problems);
  if (text === null) return null;
  const value = values.find((known) => known === text);
  if (value === undefined) problems.add(name, `Takes one of: ${values.join(", ")}.`);
  return value ?? null;
}

/** A filter by reference; an empty one is refused, for it would list what has no reference, or everything. */
export function readReference(query: Query, problems: Problems): string | null {
  const text = one(query, "external_reference", problems);
  if (text === null) return null;
  if (text !== "" && [...text].length <= LIMITS.externalReferenceLength) return text;
  problems.add("external_reference", `Takes text of 1 to ${LIMITS.externalReferenceLength} characters.`);
  return null;
}
