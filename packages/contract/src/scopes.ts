/** What an API key may do: each operation takes one of these, or none. */
export const SCOPES = [
  "sessions:read",
  "sessions:write",
  "escrows:read",
  "escrows:write",
  "refunds:write",
  "payouts:write",
  "events:read",
  "events:write",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Those of a key that changes nothing. */
export const READ_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(":read"));

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);
