import { EVENT_TYPES } from "@holdfast/contract";
import { type EventLine, listEventLines } from "../../../../store/read/webhooks/events.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, readTyped } from "../../../kit/list-query.js";
import { keptOf, type Opened } from "../../../kit/listed.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EventsServices = Pick<ConsoleServices, "db">;

/** Of one type and of some days, or of all. */
export async function openEvents(
  { member, site }: ConsoleContext,
  query: Asked["query"],
  { db }: EventsServices,
): Promise<Opened<EventLine>> {
  const typed = readTyped(query);
  const type = EVENT_TYPES.find((one) => one === query["type"]) ?? null;
  return {
    query: keptOf({ type, from: typed.from, until: typed.until }),
    list: await listEventLines(db, member.account, { ...daysOf(typed, site), type }),
  };
}
