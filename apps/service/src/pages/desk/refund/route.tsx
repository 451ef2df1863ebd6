import type { Handler } from "../../kit/route.js";
import { readTyped } from "../../refunds/preview.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { findOrder } from "../order/load.js";
import { previewAtDesk } from "./load.js";
import { DeskRefundPage } from "./view.js";

/** Asks how much goes back, and then says what that does. Nothing is done from either. */
export const showDeskRefund: Handler<DeskContext, DeskServices> = async (context, { params, query }, services) => {
  const order = await findOrder(context, params, services);
  const typed = readTyped(query);
  const preview = await previewAtDesk(context, { order, typed }, services);
  return (
    <DeskRefundPage context={context} order={order} typed={typed} isAsked={query["review"] === "1"} {...preview} />
  );
};
