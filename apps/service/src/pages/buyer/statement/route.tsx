import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices } from "../load.js";
import { isDisputed, refused } from "../negotiating.js";
import { EMPTY_FORM } from "../reason.js";
import { StatementPage } from "./view.js";

/** The page on which a buyer writes to a dispute. */
export const askStatement: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => {
  const scene = await loadScene(context, params, services);
  return isDisputed(scene) ? <StatementPage {...scene} form={EMPTY_FORM} /> : refused(scene, { verb: "statement" });
};
