/** The words of a buyer's pages, in every language; each page takes its section from here. */
import { area } from "../../words/locale.js";

export const buyerWords = area("orders");

export const sharedWords = buyerWords("shared");
export const askingWords = buyerWords("asking");
