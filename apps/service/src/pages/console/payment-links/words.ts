import { area } from "../../../words/locale.js";

const section = area("console-payment-links");

export const linkWords = section("shared");
export const linkListWords = section("list");
export const linkPageWords = section("link");
export const newLinkWords = section("newLink");
