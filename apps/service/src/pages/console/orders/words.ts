/** The words of the pages of sessions and escrows, in every language. */
import { consoleSections } from "../../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = consoleSections({ en, fr, sw, pt });

export const orderWords = section("shared");
export const sessionsWords = section("sessions");
export const sessionWords = section("session");
export const newSessionWords = section("newSession");
export const escrowsWords = section("escrows");
export const escrowWords = section("escrow");
export const noteWords = section("notes");
export const customerWords = section("customer");
export const turnWords = section("turns");
export const moneyWords = section("money");
export const milestoneWords = section("milestones");
export const storyWords = section("story");
export const submitWords = section("submit");
export const cancelWords = section("cancel");
