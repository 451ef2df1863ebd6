import { acceptOffer } from "../../../commands/accept-offer.js";
import { answerOffer } from "../negotiating.js";

export const acceptTheirs = answerOffer("acceptOffer", acceptOffer);
