import { buyerWords } from "../words.js";

export const declineWords = buyerWords("decline");
