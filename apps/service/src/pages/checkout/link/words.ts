import { checkoutWords } from "../words.js";

export const linkWords = checkoutWords("link");
