/** Which half of what orders need a provider leaves to others, and what waits for a rate. */
import { expect, test } from "vitest";
import { lackOf, unrated } from "../../src/domain/serving.js";

const takes = (currency: string) => ({ direction: "in" as const, currency });
const pays = (currency: string) => ({ direction: "out" as const, currency });

test.each([
  ["both halves in dollars", [takes("USD"), pays("USD")], [], null, []],
  ["payments alone", [takes("USD"), pays("NGN")], [], "out", ["NGN"]],
  ["payouts in a currency with a rate", [takes("USD"), pays("NGN")], ["NGN"], null, []],
  ["payouts alone", [takes("EUR"), pays("USD")], ["KES"], "in", ["EUR"]],
  ["another currency", [takes("UGX"), takes("KES"), pays("UGX")], [], "both", ["KES", "UGX"]],
  ["another currency with a rate", [takes("UGX"), pays("UGX")], ["UGX"], null, []],
  ["nothing yet", [], [], "both", []],
] as const)("a provider of %s", (_what, capabilities, rated, lack, waiting) => {
  expect(lackOf(capabilities, rated)).toBe(lack);
  expect(unrated(capabilities, rated)).toEqual(waiting);
});
