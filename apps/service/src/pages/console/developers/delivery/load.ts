import { parseId } from "../../../../domain/ids.js";
import {
  findDelivery,
  listAttemptsOf,
  type WholeAttempt,
  type WholeDelivery,
} from "../../../../store/read/webhooks/deliveries.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type DeliveryServices = Pick<ConsoleServices, "db">;

/** @throws PageRefusal not_found, for another account's delivery as for one that does not exist. */
export async function loadOwnDelivery(
  { member }: ConsoleContext,
  { params }: Asked,
  { db }: DeliveryServices,
): Promise<WholeDelivery> {
  const { endpoint = "", delivery: number = "" } = params;
  const found = /^\d{1,15}$/.test(number) ? await findDelivery(db, member.account, number) : null;
  if (found === null || found.endpoint_id !== parseId("endpoint", endpoint)) throw new PageRefusal("not_found");
  return found;
}

/** The attempts of a delivery that are still in the log. */
export const loadAttempts = (
  { member }: ConsoleContext,
  { endpoint_id: endpoint, delivery }: WholeDelivery,
  { db }: DeliveryServices,
): Promise<readonly WholeAttempt[]> => listAttemptsOf(db, member.account, { endpoint, delivery });
