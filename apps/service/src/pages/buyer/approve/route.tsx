import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { backTo } from "../acting.js";
import { loadPart, type OrderServices } from "../load.js";
import { mayAct } from "../standing.js";
import { ApprovePage } from "./view.js";

/** The page that asks; where there is nothing to ask any more, the order's page says why. */
export const askApproval: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => {
  const scene = await loadPart(context, params, services);
  return mayAct(scene.order.escrow, scene.milestone, "approve") ? (
    <ApprovePage {...scene} />
  ) : (
    backTo(scene, "approve", "refused")
  );
};
