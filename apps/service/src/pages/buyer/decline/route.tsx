import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { backTo } from "../acting.js";
import { loadScene, type OrderServices } from "../load.js";
import { mayDecline } from "../standing.js";
import { DeclinePage } from "./view.js";

/** The page that asks; where there is nothing to ask any more, the order's page says why. */
export const askDecline: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => {
  const scene = await loadScene(context, params, services);
  return mayDecline(scene.order.escrow) ? <DeclinePage {...scene} /> : backTo(scene, "decline", "refused");
};
