/** Which half of what orders need a provider leaves to others. */
import { expect, test } from "vitest";
import { lackOf } from "../../src/domain/serving.js";

const takes = (currency: string) => ({ direction: "in" as const, currency });
const pays = (currency: string) => ({ direction: "out" as const, currency });

test.each([
  ["both halves in dollars", [takes("USD"), pays("USD")], null],
  ["payments alone", [takes("USD"), pays("NGN")], "out"],
  ["payouts alone", [takes("EUR"), pays("USD")], "in"],
  ["another currency", [takes("UGX"), pays("UGX")], "both"],
  ["nothing yet", [], "both"],
] as const)("a provider of %s", (_what, capabilities, lack) => {
  expect(lackOf(capabilities)).toBe(lack);
});
