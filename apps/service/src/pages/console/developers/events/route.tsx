import { EVENT_TYPES } from "@holdfast/contract";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EventsServices, loadEvents } from "./load.js";
import { EventsPage } from "./view.js";

/** The feed of an account. */
export const showEvents: Handler<ConsoleContext, EventsServices> = async (context, { query }, services) => {
  const type = EVENT_TYPES.find((one) => one === query["type"]) ?? null;
  const page = await loadEvents(context, { type, page: pageIn(query, "number") }, services);
  return <EventsPage context={context} type={type} page={page} />;
};
