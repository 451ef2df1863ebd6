/** The words that several pages of the console say, in every language. Each area has its own beside its pages. */
import { consoleSections } from "../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = consoleSections({ en, fr, sw, pt });

export const frameWords = section("frame");
export const menuWords = section("menu");
export const refusedWords = section("refused");
export const onceWords = section("once");
export const newsWords = section("news");
export const sharingWords = section("sharing");
export const roleWords = section("roles");
export const keyWords = section("keys");
