import type { Page } from "../../../../store/read/page.js";
import { type FailedDelivery, listFailedDeliveries } from "../../../../store/read/webhooks/deliveries.js";
import type { OwnEndpoint } from "../../../../store/read/webhooks/endpoint-health.js";
import type { Asked } from "../../../kit/answer.js";
import { pageIn } from "../../../kit/paging.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { loadOwnEndpoint } from "../load.js";

export type FailedServices = Pick<ConsoleServices, "db">;

export type FailedView = { readonly endpoint: OwnEndpoint; readonly page: Page<FailedDelivery> };

/** @throws PageRefusal not_found, for another account's endpoint as for one that does not exist. */
export async function loadFailed(context: ConsoleContext, asked: Asked, services: FailedServices): Promise<FailedView> {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  return { endpoint, page: await listFailedDeliveries(services.db, endpoint).page(pageIn(asked.query, "number")) };
}
