/** The words of mails to sellers, in the languages of the console; a mail takes its sections from here. */
import { area } from "../../words/locale.js";

export const sellerMailWords = area("seller-mails");
