import { area } from "../../../words/locale.js";

const section = area("console-developers");

export const partWords = section("parts");
export const eventTypeWords = section("eventTypes");
export const keysWords = section("keys");
export const requestWords = section("requests");
export const eventWords = section("events");
export const deliveryWords = section("delivery");
export const failedWords = section("failed");
