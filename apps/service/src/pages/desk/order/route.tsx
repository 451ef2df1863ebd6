import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { readAnswers, withEarlier } from "../talk/load.js";
import { loadOrder } from "./load.js";
import { OrderPage } from "./view.js";

/** Any order, to be read: what happened, what was paid, and what we wrote to both sides. */
export const showDeskOrder: Handler<DeskContext, DeskServices> = async (context, { params, query }, services) => {
  const order = await loadOrder(context, params, services);
  await readAnswers(order, services);
  return <OrderPage context={context} order={await withEarlier(order, query, services)} said={query["said"]} />;
};
