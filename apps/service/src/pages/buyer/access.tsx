/** Who may ask for a page of a buyer's orders: nothing is told of any order before somebody is signed in. */
import type { Buyer } from "../../identity/buyers.js";
import type { UploadAccess } from "../kit/access.js";
import { openPage, type PageContext } from "../kit/page-context.js";
import { byPerson } from "../kit/places.js";
import { SignedOutPage } from "./signed-out.js";

export type BuyerContext = PageContext & { readonly buyer: Buyer };

export const buyer: UploadAccess<BuyerContext, "buyer"> = {
  kind: "buyer",
  placesOf: ({ buyer: { email } }) => [byPerson(email)],
  visitorOf: ({ buyer: { email } }) => email,
  enter: async (request, reply) => {
    const context = await openPage(request, reply);
    if (context.signInAway !== undefined) throw context.signInAway;
    if (context.buyer !== null) return { context: { ...context, buyer: context.buyer } };
    return {
      instead:
        request.method === "GET" ? <SignedOutPage context={context} next={context.url} /> : askingPage(request.url),
    };
  },
};

/** Signed out while a form was filled in: the page that asks signs in first; for what no page asks about, that of the order. */
const askingPage = (url: string): string => url.replace(/\/dispute\/offers\/[^/]*\/(?:decline|withdraw)$/, "");
