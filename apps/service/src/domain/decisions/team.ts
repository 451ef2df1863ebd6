/** Who belongs to an account: who may be invited, and that it never loses its last owner. */
import type { Role } from "../permissions.js";
import { ok, type Result, refused } from "../result.js";

/** Of one account. `email` in lower case. */
export type TeamMember = { readonly id: string; readonly email: string; readonly role: Role };

/** Somebody who belongs to the account already is not invited. */
export const decideInvite = (
  team: readonly Pick<TeamMember, "email">[],
  email: string,
): Result<null, "member_already"> =>
  team.some((member) => member.email === email) ? refused("member_already") : ok(null);

/** Gives a member another role; null takes it out of the team. */
export function decideChangeRole(
  team: readonly TeamMember[],
  id: string,
  role: Role | null,
): Result<null, "unknown" | "last_owner"> {
  const member = team.find((one) => one.id === id);
  if (member === undefined) return refused("unknown");
  const hasOther = team.some((one) => one.id !== id && one.role === "owner");
  return member.role === "owner" && role !== "owner" && !hasOther ? refused("last_owner") : ok(null);
}
