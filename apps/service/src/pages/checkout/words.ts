/** The words of the hosted page, in every language; its page takes its sections from here. */
import { area } from "../../words/locale.js";

export const checkoutWords = area("checkout");
