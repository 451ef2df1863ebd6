import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import type { AllOrderServices } from "../load.js";
import { loadAllOrders } from "./load.js";
import { OrdersPage } from "./view.js";

const ORDERS_SHOWN = 20;

/** The list of a buyer's orders, newest first. */
export const showOrders: Handler<BuyerContext, AllOrderServices> = async (context, { query }, services) => (
  <OrdersPage context={context} orders={await loadAllOrders(context, pageIn(query, "uuid", ORDERS_SHOWN), services)} />
);
