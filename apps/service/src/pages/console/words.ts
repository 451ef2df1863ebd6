/** The words that several pages of the console say, in every language. Each area has its own beside its pages. */
import { area } from "../../words/locale.js";

const section = area("console");

export const frameWords = section("frame");
export const menuWords = section("menu");
export const refusedWords = section("refused");
export const onceWords = section("once");
export const newsWords = section("news");
export const sharingWords = section("sharing");
export const roleWords = section("roles");
export const keyWords = section("keys");
