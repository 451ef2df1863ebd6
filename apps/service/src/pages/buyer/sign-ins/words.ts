import { buyerWords } from "../words.js";

export const signInsWords = buyerWords("signIns");
