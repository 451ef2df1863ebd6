/** What can be done with an offer on the page of its order, without being asked again. */
import { declineOffer } from "../../../commands/decline-offer.js";
import { withdrawOffer } from "../../../commands/withdraw-offer.js";
import { answerOffer } from "../negotiating.js";

export const declineSellerOffer = answerOffer("declineOffer", declineOffer);
export const withdrawMine = answerOffer("withdrawOffer", withdrawOffer);
