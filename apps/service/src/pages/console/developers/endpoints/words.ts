import { consoleSections } from "../../../../words/locale.js";
import { en } from "./words/en.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";
import { sw } from "./words/sw.js";

const section = consoleSections({ en, fr, sw, pt });

export const endpointsWords = section("endpoints");
export const newEndpointWords = section("newEndpoint");
export const endpointWords = section("endpoint");
export const plotWords = section("plots");
export const endpointSettingsWords = section("settings");
export const checkWords = section("check");
