import { acceptOffer } from "../../../commands/disputes.js";
import { answerOffer } from "../negotiating.js";

export const acceptTheirs = answerOffer("acceptOffer", acceptOffer);
