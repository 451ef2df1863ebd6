import type { People } from "../../../identity/people.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { SignInsPage } from "./view.js";

/** Where the buyer is signed in. */
export const showSignIns: Handler<BuyerContext, { readonly people: People }> = async (context, _asked, { people }) => (
  <SignInsPage context={context} sessions={await people.buyers.sessions(context.buyer)} />
);
