/** What can be done with an offer on the page of its order, without being asked again. */
import { declineOffer, withdrawOffer } from "../../../commands/disputes.js";
import { answerOffer } from "../negotiating.js";

export const declineTheirs = answerOffer("declineOffer", declineOffer);
export const withdrawMine = answerOffer("withdrawOffer", withdrawOffer);
