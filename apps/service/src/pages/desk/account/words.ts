/** What each role in an account is called. */
export const ROLE_NAMES = { owner: "Owner", developer: "Developer", support: "Support, read-only" } as const;
