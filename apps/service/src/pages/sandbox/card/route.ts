import { showPlay } from "../play.js";
import { CardPage } from "./view.js";

/** The page of a card's issuer. */
export const showCard = showPlay("sandbox-card", CardPage);
