/** What came of an action, by its name in the address. */
export const SAID = { revoked: "The key is revoked: its next request is refused." } as const;
