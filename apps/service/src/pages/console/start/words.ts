import { area } from "../../../words/locale.js";

const section = area("console-start");

export const startWords = section("start");
