import { buyerWords } from "../words.js";

export const messagesWords = buyerWords("messages");
