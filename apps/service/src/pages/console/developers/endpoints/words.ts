/** What came of an action, by its name in the address. */
export const SAID = { deleted: "The endpoint is deleted, and its secrets with it." } as const;
