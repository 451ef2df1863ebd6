import { buyerWords } from "../words.js";

export const approveWords = buyerWords("approve");
