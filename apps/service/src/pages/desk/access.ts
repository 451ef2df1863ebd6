/**
 * Who may ask for a page of the desk: operators with a second factor, after a proof of the last hour. For everybody else there is
 * nothing there.
 */
import { DESK_PROOF_SECONDS } from "../../domain/security.js";
import { type DeskBadges, readDeskBadges } from "../../store/read/desk/badges.js";
import { prefersHtml } from "../kit/accept.js";
import type { Access } from "../kit/access.js";
import { toSignIn } from "../kit/answer.js";
import { toProof } from "../kit/fresh.js";
import { SECOND_FACTOR_PATH } from "../kit/links.js";
import { openPerson, type PersonContext } from "../kit/person-context.js";
import { byPerson } from "../kit/places.js";
import { PageRefusal } from "../kit/refusal.js";

export type DeskContext = PersonContext & {
  /** What the menu tells of; null for an answer without one, such as to a script. */
  readonly badges: DeskBadges | null;
};

export const operator: Access<DeskContext, "operator"> = {
  kind: "operator",
  placesOf: ({ seller }) => [byPerson(seller.id)],
  enter: async (request, reply) => {
    const context = await openPerson(request, reply);
    if (context === null) return { instead: toSignIn(request) };
    if (!context.seller.isOperator) throw new PageRefusal("not_found");
    if (!context.seller.hasSecondFactor) return { instead: `${SECOND_FACTOR_PATH}?said=desk` };
    const instead = toProof(request, context.seller, DESK_PROOF_SECONDS);
    if (instead !== null) return { instead };
    const badges = prefersHtml(request.headers.accept) ? await readDeskBadges(request.server.pageReads) : null;
    return { context: { ...context, badges } };
  },
};
