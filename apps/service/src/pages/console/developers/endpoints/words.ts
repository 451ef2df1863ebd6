import { area } from "../../../../words/locale.js";

const section = area("console-endpoints");

export const endpointsWords = section("endpoints");
export const newEndpointWords = section("newEndpoint");
export const endpointWords = section("endpoint");
export const plotWords = section("plots");
export const endpointSettingsWords = section("settings");
export const checkWords = section("check");
