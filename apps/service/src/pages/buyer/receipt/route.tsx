import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices } from "../load.js";
import { ReceiptPage } from "./view.js";

/** The receipt of an order. */
export const showReceipt: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => (
  <ReceiptPage {...(await loadScene(context, params, services))} />
);
