import { acceptOffer } from "../../../commands/accept-offer.js";
import { answerOffer } from "../negotiating.js";

export const acceptSellerOffer = answerOffer("acceptOffer", acceptOffer);
