import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DisputeServices, loadOffer } from "../dispute/load.js";
import { disputeSaid } from "../dispute/said.js";
import { AcceptPage } from "./view.js";

/** Asks before an offer of the buyer is accepted, while it is on the table. */
export const showAccept: Handler<ConsoleContext, DisputeServices> = async (context, asked, services) => {
  const { dispute, offer } = await loadOffer(context, asked, services);
  if (offer.by !== "buyer" || offer.status !== "OPEN") return disputeSaid(context, dispute, "stale");
  return <AcceptPage context={context} dispute={dispute} offer={offer} />;
};
