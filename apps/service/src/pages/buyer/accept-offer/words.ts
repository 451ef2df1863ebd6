import { buyerWords } from "../words.js";

export const acceptOfferWords = buyerWords("acceptOffer");
