import { buyerWords } from "../words.js";

export const stopWords = buyerWords("stop");
