/** What came of an action, by its name in the address. */
export const SAID = { revoked: "The key was revoked. Requests with it are refused." } as const;

export const AREA_NAMES = { sessions: "Sessions", escrows: "Escrows", events: "Events" } as const;
export const LEVEL_NAMES = { none: "No access", read: "Read", write: "Read and write" } as const;
export const LIFE_NAMES = {
  never: "Never",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
} as const;

/** What is wrong with what was typed. */
export const PROBLEMS = {
  name: "Use at most 80 characters.",
  scopes: "Choose at least one permission.",
  networks: "Enter up to 20 addresses or networks, separated by commas.",
  full: "",
} as const;
