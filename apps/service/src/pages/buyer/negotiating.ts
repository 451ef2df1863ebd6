/** What a buyer does in a dispute: as its side, and then back to the order, which says what came of it. */
import type { acceptOffer } from "../../commands/accept-offer.js";
import type { Side } from "../../commands/parties.js";
import type { Outcome } from "../../commands/unit.js";
import { deciderOf } from "../../domain/escrow.js";
import { parseOfferNumber } from "../disputes/offer-form.js";
import type { Asked } from "../kit/answer.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler, Posted } from "../kit/route.js";
import type { BuyerContext } from "./access.js";
import { type DisputeVerb, noticeQuery } from "./links.js";
import { loadScene, type OrderServices, pathOf, type Scene } from "./load.js";

export const isDisputed = ({ order: { escrow } }: Scene): boolean =>
  escrow.status === "DISPUTED" && deciderOf(escrow) !== "operator";

/** Whether the two sides can agree on a split now: not while a bank decides. */
export const mayAgree = (scene: Scene): boolean => isDisputed(scene) && deciderOf(scene.order.escrow) === null;

export const sideOf = ({ context, order: { escrow } }: Scene): Side => ({
  account: escrow.account,
  escrow: escrow.id,
  party: "buyer",
  buyer: context.buyer.email,
});

/** The offer that the address names; null for what none is called. */
export const numberIn = ({ params }: Asked): number | null => parseOfferNumber(params["number"]);

type Came = { readonly verb: DisputeVerb; readonly number?: number | null };

/** Back to the order, for it can't be done any more. */
export const refused = ({ order }: Scene, { verb, number = null }: Came): string =>
  pathOf(order) + noticeQuery("refused", verb, number);

/** Back to the order, with what came of it. @throws PageRefusal not_found for an unknown offer. */
export function done(scene: Scene, outcome: Outcome<"escrow">, came: Came): string {
  if (!outcome.ok && outcome.reason.code === "not_found") throw new PageRefusal("not_found");
  if (!outcome.ok) return refused(scene, came);
  return pathOf(scene.order) + noticeQuery("done", came.verb, came.number ?? null);
}

/** Answers the offer that the address names. */
export const answerOffer =
  (verb: DisputeVerb, command: typeof acceptOffer): Handler<BuyerContext, OrderServices, Posted> =>
  async (context, asked, services) => {
    const scene = await loadScene(context, asked.params, services);
    const number = numberIn(asked);
    if (number === null) throw new PageRefusal("not_found");
    return done(scene, await command(services.executor, sideOf(scene), number), { verb, number });
  };
