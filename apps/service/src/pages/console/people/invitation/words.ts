import type { Role } from "../../../../domain/permissions.js";

/** What one joins an account as. */
export const WHAT = {
  owner: "You will be an owner: you can do everything, including payouts and managing the team.",
  developer: "You will be a developer: you handle orders and disputes, API keys and webhooks.",
  support: "You will be support: you can see everything, but you can’t change anything.",
} as const satisfies Readonly<Record<Role, string>>;
