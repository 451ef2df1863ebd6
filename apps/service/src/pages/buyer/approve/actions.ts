import { approveMilestone } from "../../../commands/approve-milestone.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { act } from "../acting.js";
import { loadPart, type OrderServices } from "../load.js";

export const approveDelivery: Handler<BuyerContext, OrderServices, Posted> = async (context, { params }, services) => {
  const scene = await loadPart(context, params, services);
  const { id: milestone } = scene.milestone;
  return act(
    scene,
    { verb: "approve", does: (executor, order) => approveMilestone(executor, { ...order, milestone }) },
    services,
  );
};
