import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices } from "../load.js";
import { mayAgree, numberIn, refused } from "../negotiating.js";
import { AcceptOfferPage } from "./view.js";

/** The page that asks before an offer of the seller is accepted. */
export const askAcceptance: Handler<BuyerContext, OrderServices> = async (context, asked, services) => {
  const scene = await loadScene(context, asked.params, services);
  const number = numberIn(asked);
  const offer = mayAgree(scene) ? scene.order.offers.find((one) => one.number === number) : undefined;
  return offer?.status === "OPEN" && offer.by === "merchant" ? (
    <AcceptOfferPage {...scene} offer={offer} />
  ) : (
    refused(scene, { verb: "acceptOffer", number })
  );
};
