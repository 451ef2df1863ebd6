/** What the kit itself says, in every language. */
import { consoleSections, sections } from "../../words/locale.js";
import { ar } from "./words/ar.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = sections({ en, fr, sw, pt, ar });

export const kitWords = section("frame");
export const themeWords = section("theme");
export const signInWords = section("signIn");
export const frameWords = section("embedded");
export const deliveryWords = section("delivery");
export const uploadWords = section("upload");
export const termsWords = section("terms");
export const problemWords = section("problem");

const consoleSection = consoleSections({ en, fr, sw, pt });

export const shellWords = consoleSection("shell");
export const listWords = consoleSection("list");
export const plotWords = consoleSection("plot");
export const statusWords = consoleSection("status");
export const securityWords = consoleSection("security");
