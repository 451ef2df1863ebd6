/** What the house's books go by, as the environment says it. */
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { cents } from "../payments/desk.js";

test("without a word days are closed at two, nothing was agreed on with providers, and no float is too low", () => {
  expect(readConfig({}).books).toEqual({ reconcileAt: 7_200, providerFees: [], floatAlarms: [] });
});

test("times, shares and floats are read as they are written", () => {
  const { books } = readConfig({
    RECONCILE_AT: "23:45",
    PROVIDER_FEES: "stripe:card:290:0.30, stripe:bank:50:0.00:5.00, pawapay:mobile_money/KES:150:0.00:500",
    FLOAT_ALARM: "pawapay:USD:500.00,stripe:USD:0.00,pawapay:UGX:2000000",
  });
  expect(books).toEqual({
    reconcileAt: 85_500,
    providerFees: [
      {
        provider: "stripe",
        method: "card",
        currency: "USD",
        share: { basisPoints: 290, fixed: 30n, min: 0n, max: null },
      },
      {
        provider: "stripe",
        method: "bank",
        currency: "USD",
        share: { basisPoints: 50, fixed: 0n, min: 0n, max: 500n },
      },
      {
        provider: "pawapay",
        method: "mobile_money",
        currency: "KES",
        share: { basisPoints: 150, fixed: 0n, min: 0n, max: cents("500.00") },
      },
    ],
    floatAlarms: [
      { provider: "pawapay", currency: "USD", least: cents("500.00") },
      { provider: "stripe", currency: "USD", least: 0n },
      { provider: "pawapay", currency: "UGX", least: cents("2000000.00") },
    ],
  });
});

test.each([
  ["RECONCILE_AT", "24:00"],
  ["RECONCILE_AT", "2 am"],
  ["PROVIDER_FEES", "stripe:card:290"],
  ["PROVIDER_FEES", "stripe:cash:290:0.30"],
  ["PROVIDER_FEES", "stripe:card:10001:0.30"],
  ["PROVIDER_FEES", "stripe:card:290:0.30:much"],
  ["PROVIDER_FEES", "stripe:card/eur:290:0.30"],
  ["PROVIDER_FEES", "stripe:card/JPY:290:0.3001"],
  ["FLOAT_ALARM", "stripe:usd:1.00"],
  ["FLOAT_ALARM", "stripe:USD:1"],
  ["FLOAT_ALARM", "stripe:USD:1.00,"],
])("%s=%s stops the start", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}=${value} is not usable: it takes `);
});
