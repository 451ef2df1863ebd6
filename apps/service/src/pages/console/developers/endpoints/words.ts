/** What came of an action, by its name in the address. */
export const SAID = { deleted: "The endpoint and its secrets were deleted." } as const;
