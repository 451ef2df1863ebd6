/** The words of the root of the site, in every language. */
import { sections } from "../../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

export const homeWords = sections({ en, fr, sw, pt, ar })("home");
