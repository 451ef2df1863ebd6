import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { backTo } from "../acting.js";
import { loadPart, type OrderServices } from "../load.js";
import { EMPTY_FORM } from "../reason.js";
import { mayAct } from "../standing.js";
import { RevisionPage } from "./view.js";

/** The page that asks; where there is nothing to ask any more, the order's page says why. */
export const askRevision: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => {
  const scene = await loadPart(context, params, services);
  return mayAct(scene.order.escrow, scene.milestone, "requestRevision") ? (
    <RevisionPage {...scene} form={EMPTY_FORM} />
  ) : (
    backTo(scene, "requestRevision", "refused")
  );
};
