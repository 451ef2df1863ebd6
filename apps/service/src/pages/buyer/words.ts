/** The words of a buyer's pages, in every language; each page takes its section from here. */
import { sections } from "../../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

export const buyerWords = sections({ en, fr, sw, pt, ar });

export const sharedWords = buyerWords("shared");
export const askingWords = buyerWords("asking");
