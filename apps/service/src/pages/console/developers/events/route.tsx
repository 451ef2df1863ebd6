import { listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EventsServices, openEvents } from "./load.js";
import { EventsPage } from "./view.js";

/** The feed of an account. */
export const showEvents: Handler<ConsoleContext, EventsServices> = async (context, { query }, services) => {
  const opened = await openEvents(context, query, services);
  return <EventsPage context={context} listed={await listed(opened, pageIn(query, "number"), context.seller)} />;
};
