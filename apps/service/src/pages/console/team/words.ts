import type { Role } from "../../../domain/permissions.js";
import type { InviteProblem } from "../../../identity/team.js";

/** What came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, readonly ["good" | "bad", string]>> = {
  invited: ["good", "Invitation sent. Its link works for 7 days."],
  revoked: ["good", "Invitation withdrawn. Its link no longer works."],
  changed: ["good", "Role changed."],
  removed: ["good", "Member removed."],
  "last-owner": ["bad", "An account needs at least one owner. Make someone else an owner first."],
};

/** Why somebody could not be invited. */
export const PROBLEMS: Readonly<Record<InviteProblem, string>> = {
  email_invalid: "Enter an email address, such as ada@example.com.",
  member_already: "This person is already a member.",
  too_many: "You've reached today's limit for invitations. Try again tomorrow.",
};

/** What each role can do. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: "Everything, including payouts, settings and this team.",
  developer: "Orders and disputes, API keys and webhooks.",
  support: "Can see everything, but can't change anything.",
};
