import { showPlay } from "../play.js";
import { BankPage } from "./view.js";

/** The payer's bank. */
export const showBank = showPlay("sandbox-bank", BankPage);
