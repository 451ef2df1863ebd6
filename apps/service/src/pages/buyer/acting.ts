/** What a buyer does with an order: once, and then back to its page, which says what came of it. */
import { actAsBuyer, type BuyerAction } from "../../commands/orders.js";
import { PageRefusal } from "../kit/refusal.js";
import { noticeQuery, type OrderVerb } from "./links.js";
import { type OrderServices, type PartScene, pathOf, type Scene } from "./load.js";

/** A form that comes again finds it done, and is told so. */
export async function act(
  scene: Scene | PartScene,
  action: BuyerAction,
  { door }: Pick<OrderServices, "door">,
): Promise<string> {
  const { account, id: escrow } = scene.order.escrow;
  const refusal = await actAsBuyer(door, { account, escrow, buyer: scene.context.buyer.email }, action);
  if (refusal?.code === "not_found") throw new PageRefusal("not_found");
  return backTo(scene, action.verb, refusal === null ? "done" : "refused");
}

/** Back to the order; where something can't be done any more, its page says why. */
export function backTo(scene: Scene | PartScene, verb: OrderVerb, kind: "done" | "refused"): string {
  const { milestones } = scene.order.escrow;
  const part = "milestone" in scene ? milestones.findIndex(({ id }) => id === scene.milestone.id) + 1 : null;
  return pathOf(scene.order) + noticeQuery(kind, verb, part);
}
