import { buyerWords } from "../words.js";

export const listWords = buyerWords("list");
