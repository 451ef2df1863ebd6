import type { Role } from "../../../domain/permissions.js";
import type { InviteProblem } from "../../../identity/team.js";

/** What came of an action, by its name in the address. */
export const SAID: Readonly<Record<string, readonly ["good" | "bad", string]>> = {
  invited: ["good", "The invitation is on its way. Its link works for 7 days."],
  revoked: ["good", "The invitation is withdrawn: its link no longer works."],
  changed: ["good", "The role is changed, at once."],
  removed: ["good", "That person no longer belongs to this account."],
  "last-owner": ["bad", "An account keeps at least one owner. Make somebody else an owner first."],
};

/** Why somebody could not be invited. */
export const PROBLEMS: Readonly<Record<InviteProblem, string>> = {
  email_invalid: "Enter an email address, such as ada@example.com.",
  member_already: "Who signs in with this address belongs to the account already.",
  too_many: "As many invitations as you or this account may send in a day were sent. Try again tomorrow.",
};

/** What each role can do. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: "Everything, also payouts, settings and this team.",
  developer: "Orders and disputes, API keys and webhooks.",
  support: "Looks at everything, and changes nothing.",
};
