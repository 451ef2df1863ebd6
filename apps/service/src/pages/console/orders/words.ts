/** The words of the pages of sessions and escrows, in every language. */
import { area } from "../../../words/locale.js";

const section = area("console-orders");

export const orderWords = section("shared");
export const sessionsWords = section("sessions");
export const sessionWords = section("session");
export const newSessionWords = section("newSession");
export const escrowsWords = section("escrows");
export const escrowWords = section("escrow");
export const messageWords = section("messages");
export const noteWords = section("notes");
export const customersWords = section("customers");
export const customerWords = section("customer");
export const turnWords = section("turns");
export const moneyWords = section("money");
export const milestoneWords = section("milestones");
export const storyWords = section("story");
export const submitWords = section("submit");
export const cancelWords = section("cancel");
