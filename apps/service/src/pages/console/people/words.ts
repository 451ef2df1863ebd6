/** What the pages of people say; and what is wrong with what was typed: closed tables, never text from an address. */
import type { Problems, SellerField } from "../../../identity/seller-outcome.js";
import { area, type Locale } from "../../../words/locale.js";

const section = area("console-people");

export const sharedWords = section("shared");
const problemWords = section("problems");
export const signInWords = section("signIn");
export const signUpWords = section("signUp");
export const forgottenWords = section("forgotten");
export const passwordWords = section("password");
export const newAccountWords = section("newAccount");
export const proveWords = section("prove");
export const accountsWords = section("accounts");
export const invitationWords = section("invitation");
export const accountEmailWords = section("accountEmail");
export const meWords = section("me");
export const meSaidWords = section("meSaid");
export const factorWords = section("factors");
export const factorSaidWords = section("factorsSaid");

/** The sentence about a field; null when it is all right. */
export function sentenceAbout(problems: Problems, field: SellerField, locale: Locale): string | null {
  const problem = problems[field];
  return problem === undefined ? null : problemWords(locale)[problem];
}

/** Of a page that shows these problems. */
export function statusOf(problems: Problems): number {
  const all = Object.values(problems);
  if (all.includes("busy")) return 503;
  return all.some((problem) => problem.startsWith("too_many")) ? 429 : 422;
}

/** What a code in an address stands for, in words; undefined for one that is not ours. */
export const saidIn = <Words extends Readonly<Record<string, string>>>(words: Words, code: string | undefined) =>
  code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined;
