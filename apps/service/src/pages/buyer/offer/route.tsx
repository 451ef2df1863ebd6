import { EMPTY_OFFER } from "../../disputes/offer-form.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices } from "../load.js";
import { mayAgree, refused } from "../negotiating.js";
import { OfferPage } from "./view.js";

/** The page on which a buyer offers a split. */
export const askOffer: Handler<BuyerContext, OrderServices> = async (context, { params }, services) => {
  const scene = await loadScene(context, params, services);
  return mayAgree(scene) ? <OfferPage {...scene} form={EMPTY_OFFER} fault={null} /> : refused(scene, { verb: "offer" });
};
