/** What the kit itself says, in every language. */
import { sections } from "../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = sections({ en, fr, sw, pt });

export const kitWords = section("frame");
export const signInWords = section("signIn");
export const uploadWords = section("upload");
export const termsWords = section("terms");
export const problemWords = section("problem");
export const shellWords = section("shell");
export const listWords = section("list");
export const plotWords = section("plot");
export const statusWords = section("status");
export const securityWords = section("security");
