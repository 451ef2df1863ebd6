import { consoleSections } from "../../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = consoleSections({ en, fr, sw, pt });

export const partWords = section("parts");
export const eventTypeWords = section("eventTypes");
export const keysWords = section("keys");
export const requestWords = section("requests");
export const eventWords = section("events");
export const deliveryWords = section("delivery");
export const failedWords = section("failed");
