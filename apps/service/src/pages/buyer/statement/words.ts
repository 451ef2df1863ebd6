import { buyerWords } from "../words.js";

export const statementWords = buyerWords("statement");
