/** What can be seen of a text, and that the published patterns tell the same. */
import { expect, test } from "vitest";
import { INVISIBLE, isBlank, schemas } from "../src/index.js";

test.each([
  "",
  " ",
  "\t\n",
  "\u00a0\u3000\u2003",
  "\u200b",
  "\u200c\u200d\u2060\ufeff",
  "\u202e",
  "\u061c\u200e\u200f\u2066\u2069",
  "\u00ad",
  "\u034f",
  "\u115f\u1160",
  "\u3164",
  "\uffa0",
  "\u17b4\u17b5",
  "\u180e",
  "\u2800",
  "\ufe0f",
  "\ufff9\ufffb",
  "\u{1d159}",
  "\u{e0041}\u{e007f}",
  "\u0007\u007f\u0085",
])("%j shows nothing", (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each([
  "a",
  "\u202ea",
  "\u200b.\u200b",
  "é",
  "\u0301",
  "漢",
  "😀",
  "❤\ufe0f",
  "\u0600",
  "0",
  "-",
  "\u2801",
  "\ufffd",
])("%j shows something", (text) => {
  expect(isBlank(text)).toBe(false);
});

test("the class of the patterns is what shows nothing, character by character, up to U+FFFF", () => {
  const unseen = new RegExp(`^[\\u0000-\\u0020\\u007F-\\u009F${INVISIBLE}]$`, "u");
  const different: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    if (unseen.test(letter) !== isBlank(letter)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

test.each([
  ["title", schemas.SessionCreate.properties.title],
  ["submission_details", schemas.Submission.properties.submission_details],
])("the pattern of %s refuses what is blank, and takes what is not", (_name, schema) => {
  const pattern = new RegExp((schema as { readonly pattern?: string }).pattern ?? "", "u");
  for (const text of ["", "\u200b", "\u202e", " \n", "\u3164", "\u2800\u00ad"]) expect(pattern.test(text)).toBe(false);
  for (const text of ["a", "\u202ea\u202c", " \n a", "\u200bé", "❤\ufe0f", "a\nb"])
    expect(pattern.test(text)).toBe(true);
});
