/** The words of mails to buyers, in every language; a mail takes its sections from here. */
import { sections } from "../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

export const mailWords = sections({ en, fr, sw, pt, ar });
