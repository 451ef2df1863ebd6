import { showPlay } from "../play.js";
import { PhonePage } from "./view.js";

/** The payer's phone. */
export const showPhone = showPlay("sandbox-mobile-money", PhonePage);
