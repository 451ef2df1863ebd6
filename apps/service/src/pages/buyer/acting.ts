/** What a buyer does with an order: once, and then back to its page, which says what came of it. */
import type { Executor } from "../../commands/execute.js";
import type { OfBuyer } from "../../commands/parties.js";
import type { Outcome } from "../../commands/unit.js";
import { PageRefusal } from "../kit/refusal.js";
import { noticeQuery, type OrderVerb } from "./links.js";
import { type OrderServices, type PartScene, pathOf, type Scene } from "./load.js";

type Verb = {
  readonly verb: OrderVerb;
  readonly does: (executor: Executor, order: OfBuyer) => Promise<Outcome<"escrow">>;
};

/** A form that comes again finds it done, and is told so. */
export async function act(
  scene: Scene | PartScene,
  { verb, does }: Verb,
  { executor }: Pick<OrderServices, "executor">,
): Promise<string> {
  const { account, id: escrow } = scene.order.escrow;
  const outcome = await does(executor, { account, escrow, buyer: scene.context.buyer.email });
  if (!outcome.ok && outcome.reason.code === "not_found") throw new PageRefusal("not_found");
  return backTo(scene, verb, outcome.ok ? "done" : "refused");
}

/** Back to the order; where something can't be done any more, its page says why. */
export function backTo(scene: Scene | PartScene, verb: OrderVerb, kind: "done" | "refused"): string {
  const { milestones } = scene.order.escrow;
  const part = "milestone" in scene ? milestones.findIndex(({ id }) => id === scene.milestone.id) + 1 : null;
  return pathOf(scene.order) + noticeQuery(kind, verb, part);
}
