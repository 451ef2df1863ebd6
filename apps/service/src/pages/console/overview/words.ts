import { area } from "../../../words/locale.js";

const section = area("console-overview");

export const overviewWords = section("overview");
export const attentionWords = section("attention");
export const plotsWords = section("plots");
export const setupWords = section("setup");
