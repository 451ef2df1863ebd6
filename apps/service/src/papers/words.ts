/** The words of papers, in every language. */
import { area } from "../words/locale.js";

const paperWords = area("papers");

export const orderWords = paperWords("order");
export const receiptWords = paperWords("receipt");
