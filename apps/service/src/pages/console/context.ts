/** What every page and every action of the console begins with: who is there, for which account, and what they may do. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { may, type Permission } from "../../identity/permissions.js";
import type { Membership, Seller } from "../../identity/sellers.js";
import { setCookies } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import type { Site } from "../site.js";

/** Somebody looks at a page of the console, signed in or not. */
export type VisitContext = {
  readonly site: Site;
  readonly seller: Seller | null;
  /** Value of the hidden field `csrf` of every form on the page. */
  readonly csrf: string;
  /** Path and query of the page. */
  readonly url: string;
};

/** Somebody is signed in. */
export type PersonContext = VisitContext & { readonly seller: Seller };

/** Somebody who belongs to the account that the address names. */
export type ConsoleContext = PersonContext & {
  readonly member: Membership;
  /** Path of the account's console, without a slash at its end. */
  readonly home: string;
  /** Whether this person may do that in this account as it stands. */
  readonly may: (permission: Permission) => boolean;
};

export const CONSOLE_PATH = "/console";

/** Whether a member may do something now: a suspended account is only looked at, a rejected one only put in order. */
function mayNow({ role, suspended, verificationStatus }: Membership, permission: Permission): boolean {
  if (permission !== "read" && suspended) return false;
  const needsStanding = permission === "handleOrders" || permission === "develop" || permission === "payOut";
  if (needsStanding && verificationStatus === "REJECTED") return false;
  return may(role, permission);
}

/** What is answered is for one person, and kept out of caches. @throws DatabaseUnavailable */
export async function openVisit(request: FastifyRequest, reply: FastifyReply): Promise<VisitContext> {
  const { site, people } = request.server.pageParts;
  const seller = await people.sellers.current(request.headers);
  const { value: csrf, cookies } = people.forms.token(request.headers);
  setCookies(reply, cookies);
  reply.header("Cache-Control", "no-store");
  return { site, seller, csrf, url: request.url };
}

/** Null for nobody: then nothing was told. */
export async function openPerson(request: FastifyRequest, reply: FastifyReply): Promise<PersonContext | null> {
  const visit = await openVisit(request, reply);
  return visit.seller === null ? null : { ...visit, seller: visit.seller };
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
  };
}
