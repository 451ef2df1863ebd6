import { area } from "../../../../words/locale.js";

const section = area("console-signature");

export const signatureWords = section("page");
export const findingWords = section("findings");

export type FindingWords = ReturnType<typeof findingWords>;
