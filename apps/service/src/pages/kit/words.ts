/** What the kit itself says, in every language. */
import { area } from "../../words/locale.js";

const section = area("shared");

export const kitWords = section("frame");
export const themeWords = section("theme");
export const zoneWords = section("zone");
export const signInWords = section("signIn");
export const frameWords = section("embedded");
export const deliveryWords = section("delivery");
export const uploadWords = section("upload");
export const termsWords = section("terms");
export const problemWords = section("problem");

const consoleSection = area("shared");

export const shellWords = consoleSection("shell");
export const listWords = consoleSection("list");
export const plotWords = consoleSection("plot");
export const statusWords = consoleSection("status");
export const securityWords = consoleSection("security");
