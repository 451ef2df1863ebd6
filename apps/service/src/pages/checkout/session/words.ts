import { checkoutWords } from "../words.js";

export const reviewWords = checkoutWords("review");
export const paymentWords = checkoutWords("payment");
export const afterWords = checkoutWords("after");
