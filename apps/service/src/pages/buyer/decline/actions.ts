import { declineEscrow } from "../../../commands/decline-escrow.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { act } from "../acting.js";
import { loadScene, type OrderServices } from "../load.js";

/** The buyer cancels an order that is not paid in full. */
export const cancelOrder: Handler<BuyerContext, OrderServices, Posted> = async (context, { params }, services) =>
  act(await loadScene(context, params, services), { verb: "decline", does: declineEscrow }, services);
