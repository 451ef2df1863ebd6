import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DestinationsServices, loadDestinations } from "./load.js";
import { DestinationsPage } from "./view.js";

/** Where payouts may go. */
export const showDestinations: Handler<ConsoleContext, DestinationsServices> = async (context, { query }, services) => {
  const destinations = await loadDestinations(context, services);
  const { now } = context.seller;
  return <DestinationsPage context={context} destinations={destinations} now={now} said={query["said"]} />;
};
