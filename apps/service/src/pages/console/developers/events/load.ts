import type { EventType } from "@holdfast/contract";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import { type EventLine, listEventLines } from "../../../../store/read/webhooks/events.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EventsServices = Pick<ConsoleServices, "db">;

/** Of one type, or of all. */
export const loadEvents = (
  { member }: ConsoleContext,
  asked: { readonly type: EventType | null; readonly page: PageRequest },
  { db }: EventsServices,
): Promise<Page<EventLine>> => listEventLines(db, member.account, asked);
