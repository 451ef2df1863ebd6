/** Who may ask for a page of the console. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Permission } from "../../domain/permissions.js";
import { type Badges, readBadges } from "../../store/read/console/attention.js";
import { prefersHtml } from "../kit/accept.js";
import type { Access, UploadAccess } from "../kit/access.js";
import { toSignIn } from "../kit/answer.js";
import { later } from "../kit/later.js";
import { openPerson, openVisit, type PersonContext, type VisitContext } from "../kit/person-context.js";
import { byPerson, byVisitor } from "../kit/places.js";
import { PageRefusal } from "../kit/refusal.js";
import { type ConsoleContext, enterAccount } from "./context.js";

/** Somebody who may be signed in as a seller, and need not be. */
export const visit: Access<VisitContext, "visit"> = {
  kind: "visit",
  placesOf: byVisitor,
  enter: async (request, reply) => ({ context: await openVisit(request, reply) }),
};

/** Who is signed in as a seller, whatever the account. */
export const person: Access<PersonContext, "person"> = {
  kind: "person",
  placesOf: ({ seller }) => [byPerson(seller.id)],
  enter: async (request, reply) => {
    const context = await openPerson(request, reply);
    return context === null ? { instead: toSignIn(request) } : { context };
  },
};

/**
 * A member of the account that the address names, who is permitted that as the account stands. What the menu tells of is asked for
 * beside the page, unless the page finds it by itself (`badgesOf`).
 */
export const member = (
  permission: Permission,
  { findsBadges = false }: { readonly findsBadges?: boolean } = {},
): UploadAccess<ConsoleContext, "member"> => ({
  kind: "member",
  permission,
  placesOf: ({ seller, member: { account } }) => [byPerson(seller.id), { window: "acting", subject: account }],
  visitorOf: ({ seller }) => seller.id,
  enter: async (request, reply) => {
    const context = await openAccount(request, reply);
    if (context === null) return { instead: toSignIn(request) };
    if (!context.may(permission)) throw new PageRefusal("forbidden");
    if (findsBadges) return { context };
    const badges = later(badgesFor(context, request));
    return { context: { ...context, badges: badges.value }, frame: badges.ready };
  },
});

/** Who asks for a page gets its menu; scripts that look for news do not. */
const badgesFor = async (
  { member: { account }, seller }: ConsoleContext,
  { server, headers }: FastifyRequest,
): Promise<Badges | null> =>
  prefersHtml(headers.accept) ? readBadges(server.pageReads, { account, seller: seller.id }) : null;

/** Null when nobody is signed in. @throws PageRefusal not_found for people who are not members. */
async function openAccount(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleContext | null> {
  const context = await openPerson(request, reply);
  const { seller_code = "" } = request.params as Readonly<Partial<Record<string, string>>>;
  return context === null ? null : enterAccount(context, seller_code);
}
