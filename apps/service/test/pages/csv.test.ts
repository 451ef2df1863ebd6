/** Cells of CSV: words of buyers and shops stay words, however a spreadsheet splits them. */
import { expect, test } from "vitest";
import { csvRow, quoted } from "../../src/pages/kit/csv.js";

test("a text is quoted whole, and what would be a formula bears an apostrophe, at its start and after any separator", () => {
  expect(quoted("\tx")).toBe(`"'\tx"`);
  expect(quoted("Bowl")).toBe('"Bowl"');
  expect(quoted("-1+1")).toBe(`"'-1+1"`);
  expect(quoted("Bowl;=1+1")).toBe(`"Bowl;'=1+1"`);
  expect(quoted("Bowl\t@SUM(A1)")).toBe(`"Bowl\t'@SUM(A1)"`);
  expect(quoted("Bowl\r\n =1+1")).toBe(`"Bowl\r\n' =1+1"`);
  expect(quoted('";=1')).toBe(`""";'=1"`);
  expect(quoted("Bowl = vase, 10-20")).toBe('"Bowl = vase, 10-20"');
  expect(quoted("Bowl,\uff1d1")).toBe(`"Bowl,'\uff1d1"`);
});

test("a line holds texts and numbers", () => {
  expect(csvRow(["1", quoted('a "b", c'), "-20.00"])).toBe('1,"a ""b"", c",-20.00\r\n');
});
