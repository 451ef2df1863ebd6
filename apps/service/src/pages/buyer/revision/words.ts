import { buyerWords } from "../words.js";

export const revisionWords = buyerWords("revision");
