import { showPlay } from "../play.js";
import { PhonePage } from "./view.js";

/** The phone of who pays. */
export const showPhone = showPlay("sandbox-mobile-money", PhonePage);
