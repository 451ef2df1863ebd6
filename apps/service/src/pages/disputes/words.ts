/** The words of disputes, in every language. */
import { sections } from "../../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = sections({ en, fr, sw, pt, ar });

export const threadWords = section("thread");
export const entryWords = section("entries");
