import { area } from "../../../words/locale.js";

const section = area("console-search");

export const searchWords = section("search");
export const boxWords = section("box");
export const boundsWords = section("bounds");
export const placeWords = section("places");
export const termWords = section("terms");
export const shortcutWords = section("shortcuts");
