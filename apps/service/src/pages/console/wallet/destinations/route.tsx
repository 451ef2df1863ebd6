import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadConnected } from "../connected/load.js";
import { type DestinationsServices, loadDestinations } from "./load.js";
import { DestinationsPage } from "./view.js";

/** Where payouts may go. */
export const showDestinations: Handler<ConsoleContext, DestinationsServices> = async (
  context,
  { query, reply },
  services,
) => {
  const [destinations, connected] = await Promise.all([
    loadDestinations(context, services),
    loadConnected(context, services),
  ]);
  // Its form may lead on to the provider's own pages.
  const pages = services.providers.holder?.holder.pages ?? [];
  if (pages.length > 0) reply.headers(context.site.leadingHeaders(pages));
  const { now } = context.seller;
  return (
    <DestinationsPage
      context={context}
      destinations={destinations}
      connected={connected}
      now={now}
      said={query["said"]}
    />
  );
};
