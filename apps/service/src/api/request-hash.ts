import { sha256 } from "../platform/hash.js";

/** SHA-256 of a parsed body with sorted keys, so that spacing and order don't make another request. */
export const hashOf = (body: unknown): Buffer => sha256(sorted(body));

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const fields = Object.keys(value).sort(); // by UTF-16 units
  return `{${fields.map((name) => `${JSON.stringify(name)}:${sorted((value as Record<string, unknown>)[name])}`).join(",")}}`;
}
