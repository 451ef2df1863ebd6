import { buyerWords } from "../words.js";

export const signInPageWords = buyerWords("signIn");
