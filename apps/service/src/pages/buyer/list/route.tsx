import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import type { OrderServices } from "../load.js";
import { loadOrders } from "./load.js";
import { OrdersPage } from "./view.js";

const ORDERS_SHOWN = 20;

/** The list of a buyer's orders, newest first. */
export const showOrders: Handler<BuyerContext, OrderServices> = async (context, { query }, services) => (
  <OrdersPage context={context} page={await loadOrders(context, pageIn(query, "uuid", ORDERS_SHOWN), services)} />
);
