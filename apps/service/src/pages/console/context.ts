/** What every page and every action of the console begins with: who is there, for which account, and what they may do. */

import { may, type Permission } from "../../domain/permissions.js";
import type { Membership } from "../../identity/sellers.js";
import type { Badges } from "../../store/read/console/attention.js";
import { CONSOLE_PATH } from "../kit/links.js";
import type { PersonContext } from "../kit/person-context.js";
import { PageRefusal } from "../kit/refusal.js";

/** Somebody who belongs to the account that the address names. */
export type ConsoleContext = PersonContext & {
  readonly member: Membership;
  /** Path of the account's console, without a slash at its end. */
  readonly home: string;
  /** Whether this person may do that in this account as it stands. */
  readonly may: (permission: Permission) => boolean;
  /** What the menu tells of, once the page is drawn; null for an answer without one, such as to a script. */
  readonly badges: () => Badges | null;
};

/** Whether a member may do something now: a suspended account is only looked at, a rejected one only put in order. */
function mayNow({ role, suspended, verificationStatus }: Membership, permission: Permission): boolean {
  if (permission !== "read" && suspended) return false;
  const needsStanding = permission === "handleOrders" || permission === "develop" || permission === "payOut";
  if (needsStanding && verificationStatus === "REJECTED") return false;
  return may(role, permission);
}

/**
 * The account that the address names, for one of its members.
 * @throws PageRefusal not_found for everybody else, as for an account that does not exist.
 */
export function enterAccount(person: PersonContext, sellerCode: string): ConsoleContext {
  const member = person.seller.memberships.find((one) => one.sellerCode === sellerCode);
  if (member === undefined) throw new PageRefusal("not_found");
  return {
    ...person,
    member,
    home: `${CONSOLE_PATH}/${member.sellerCode}`,
    may: (permission) => mayNow(member, permission),
    badges: () => null,
  };
}
