/** What the settings say, in every language. */
import type { Areas } from "../../../words/areas.js";
import { area } from "../../../words/locale.js";

const section = area("console-settings");

export const settingsWords = section("frame");
export const saidWords = section("said");
export const profileWords = section("profile");
export const verificationWords = section("verification");
export const verificationProblemWords = section("verificationProblems");
export const termsWords = section("terms");
export const brandWords = section("brand");
export const embedWords = section("embed");
export const domainWords = section("domain");
export const notificationWords = section("notifications");

/** What can have happened, by the code in an address. */
export type Said = keyof Areas["console-settings"]["said"];
