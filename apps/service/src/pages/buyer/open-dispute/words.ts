import { buyerWords } from "../words.js";

export const openDisputeWords = buyerWords("openDispute");
