/** The words of mails to buyers, in every language; a mail takes its sections from here. */
import { area } from "../words/locale.js";

export const mailWords = area("mails");
