import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EventServices, loadEvent } from "./load.js";
import { EventPage } from "./view.js";

/** One event, as it was sent. */
export const showEvent: Handler<ConsoleContext, EventServices> = async (context, asked, services) => {
  const sent = await loadEvent(context, asked, services);
  return <EventPage context={context} {...sent} />;
};
