/** Text of a shop as the API takes it: well-formed, and cut between whole characters. */
import { decode } from "./entities.js";

/** Half an emoji: what a shop that cuts by code units leaves. */
const HALVES = /\p{Cs}/gu;

export const cut = (text: string, most: number): string => [...text].slice(0, most).join("");

/** One line: entities decoded, whatever breaks a line or can't be seen as text a blank. Empty where nothing is left to read. */
export function line(text: string, most: number): string {
  const plain = decode(text)
    .replaceAll(HALVES, "")
    .replaceAll(/[\p{Cc}\p{Z}\uFEFF]+/gu, " ")
    .trim();
  return /^[\p{Cf}\s]*$/u.test(plain) ? "" : cut(plain, most).trim();
}

/** Lines stay lines. */
export const paragraphs = (text: string): string => text.replaceAll(HALVES, "").replaceAll("\0", "");
