/** The words of the hosted page, in every language; its page takes its sections from here. */
import { sections } from "../../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

export const checkoutWords = sections({ en, fr, sw, pt, ar });
