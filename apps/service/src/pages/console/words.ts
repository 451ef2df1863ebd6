/** Words that several pages of the console say. */
import { LIMITS } from "@holdfast/contract";
import type { Role } from "../../domain/permissions.js";

export const ROLE_NAMES = {
  owner: "Owner",
  developer: "Developer",
  support: "Support",
} as const satisfies Record<Role, string>;

/** Why no further key can be made. */
export const ALL_KEYS_IN_USE = `All ${LIMITS.activeApiKeys} keys are in use. Revoke one you no longer need, then create another.`;
