import { area } from "../../../words/locale.js";

const section = area("console-team");

export const teamWords = section("team");
export const saidWords = section("said");
export const problemWords = section("problems");
