import { parseId } from "../../../../domain/ids.js";
import { type DeliveryRow, listDeliveriesOf } from "../../../../store/read/webhooks/deliveries.js";
import { findEvent, type WholeEvent } from "../../../../store/read/webhooks/events.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EventServices = Pick<ConsoleServices, "db">;

type SentEvent = { readonly event: WholeEvent; readonly deliveries: readonly DeliveryRow[] };

/** @throws PageRefusal not_found for what is no event of the account. */
export async function loadEvent(
  { member: { account } }: ConsoleContext,
  { params }: Asked,
  { db }: EventServices,
): Promise<SentEvent> {
  const id = parseId("event", params["event"] ?? "");
  const event = id === null ? null : await findEvent(db, account, id);
  if (event === null) throw new PageRefusal("not_found");
  return { event, deliveries: await listDeliveriesOf(db, account, event.number) };
}
