/** The words of the root of the site, in every language. */
import { area } from "../../words/locale.js";

export const homeWords = area("home")("home");
