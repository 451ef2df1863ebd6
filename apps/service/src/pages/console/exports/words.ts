import { area } from "../../../words/locale.js";

const section = area("console-exports");

export const exportWords = section("exports");
