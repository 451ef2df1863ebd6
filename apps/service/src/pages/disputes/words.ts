/** The words of disputes and of messages, in every language. */
import { area } from "../../words/locale.js";

const section = area("disputes");

export const threadWords = section("thread");
export const entryWords = section("entries");
export const messageWords = section("messages");
