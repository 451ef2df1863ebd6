/** Who may ask for a page of the desk: for everybody else there is nothing there. */
import type { Access } from "../kit/access.js";
import { toSignIn } from "../kit/answer.js";
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
    return { context };
  },
};
