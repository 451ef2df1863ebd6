import { createHash } from "node:crypto";

/** Changes whenever the page of what was loaded would look different; tells nothing else. */
export function versionOf({ now: _, ...shown }: { readonly now: number }): string {
  const text = JSON.stringify(shown, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
