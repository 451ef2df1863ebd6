/** What the settings say, in every language. */
import { consoleSections } from "../../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = consoleSections({ en, fr, sw, pt });

export const settingsWords = section("frame");
export const saidWords = section("said");
export const profileWords = section("profile");
export const verificationWords = section("verification");
export const verificationProblemWords = section("verificationProblems");
export const termsWords = section("terms");
export const brandWords = section("brand");
export const embedWords = section("embed");
export const notificationWords = section("notifications");

/** What can have happened, by the code in an address. */
export type Said = keyof (typeof en)["said"];
