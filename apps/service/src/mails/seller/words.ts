/** The words of mails to sellers, in the languages of the console; a mail takes its sections from here. */
import { consoleSections } from "../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

export const sellerMailWords = consoleSections({ en, fr, sw, pt });
