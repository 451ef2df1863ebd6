import { showPlay } from "../play.js";
import { BankPage } from "./view.js";

/** The bank of who pays. */
export const showBank = showPlay("sandbox-bank", BankPage);
