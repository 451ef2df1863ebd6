/** A browser refuses nothing that the server reads: no attribute of a field is stricter than it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGES = new URL("../../src/pages/", import.meta.url).pathname;

test("no field has a pattern, a type with rules of its own, or a bound that cuts what the server would read", () => {
  const files = globSync("**/*.tsx", { cwd: PAGES });
  expect(files.length).toBeGreaterThan(100);
  const strict = files.flatMap((file) =>
    [
      ...readFileSync(`${PAGES}${file}`, "utf8").matchAll(
        /\b(?:pattern|min|max|minLength|maxLength)=[{"][^\s}"]*|type="(?:number|email|url)"/g,
      ),
    ]
      .map(([attribute]) => `${file}: ${attribute}`)
      // What is too long is said by the server: this leaves room for marks and blanks that it takes off.
      .filter((found) => !found.includes("maxLength={maxLengthFor(")),
  );
  expect(strict).toEqual([]);
});
