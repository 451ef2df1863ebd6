/**
 * Who may ask for a page of the desk: operators with a second factor, after a proof of the last hour. For everybody else there is
 * nothing there.
 */
import { DESK_PROOF_SECONDS } from "../../domain/security.js";
import type { Access } from "../kit/access.js";
import { toSignIn } from "../kit/answer.js";
import { toProof } from "../kit/fresh.js";
import { SECOND_FACTOR_PATH } from "../kit/links.js";
import { openPerson, type PersonContext } from "../kit/person-context.js";
import { byPerson } from "../kit/places.js";
import { PageRefusal } from "../kit/refusal.js";

export const operator: Access<PersonContext, "operator"> = {
  kind: "operator",
  placesOf: ({ seller }) => [byPerson(seller.id)],
  enter: async (request, reply) => {
    const context = await openPerson(request, reply);
    if (context === null) return { instead: toSignIn(request) };
    if (!context.seller.isOperator) throw new PageRefusal("not_found");
    if (!context.seller.hasSecondFactor) return { instead: `${SECOND_FACTOR_PATH}?said=desk` };
    const instead = toProof(request, context.seller, DESK_PROOF_SECONDS);
    return instead === null ? { context } : { instead };
  },
};
