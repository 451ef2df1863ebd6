/** Amounts as people write them; what could be read in two ways is not read at all. */
import { expect, test } from "vitest";
import { readAmount } from "../../src/words/amount.js";

test.each([
  ["12", 1_200n],
  ["12.5", 1_250n],
  ["12,50", 1_250n],
  ["0", 0n],
  ["007.01", 701n],
  ["$1,234.50", 123_450n],
  ["1.234,50 $US", 123_450n],
  ["1 234,50 $", 123_450n],
  ["1\u202f234,50\u00a0USD", 123_450n],
  ["US$ 1'234'567.00", 123_456_700n],
  ["1,234,567.89", 123_456_789n],
  ["999999999999.99", 99_999_999_999_999n],
])("%s", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test.each([
  "",
  " ",
  "$",
  "1,234",
  "1.234",
  "1,2,3",
  "1,234,50",
  "1.5.0",
  "12.345",
  "-1",
  "+1",
  "1e3",
  "٣",
  "0x10",
  "1 2.345",
  "1000000000000",
])("not %j", (text) => {
  expect(readAmount(text)).toBeNull();
});
