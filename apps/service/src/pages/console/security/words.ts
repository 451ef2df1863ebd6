import { area } from "../../../words/locale.js";

const section = area("console-security");

export const logWords = section("log");
