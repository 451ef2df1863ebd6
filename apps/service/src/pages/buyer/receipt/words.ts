import { buyerWords } from "../words.js";

export const receiptWords = buyerWords("receipt");
