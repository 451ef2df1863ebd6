/** What a process needs before it takes money by Paystack. */
import { expect, test } from "vitest";
import { ConfigError } from "../../src/config/error.js";
import { readPaystack } from "../../src/config/paystack.js";
import { openSettings } from "../../src/config/settings.js";

const LIVE = "sk_live_0123456789abcdef";
const OLD = "sk_live_fedcba9876543210";
const TEST = "sk_test_0123456789abcdef";
const live = (more: Record<string, string> = {}) =>
  readPaystack(openSettings({ PAYSTACK_SECRET_KEYS: LIVE, ...more }), "live");
const sandbox = (more: Record<string, string> = {}) =>
  readPaystack(openSettings({ PAYSTACK_SECRET_KEYS: TEST, ...more }), "sandbox");

test("live mode opens with a live key and cards in dollars, and with two keys while one is rolled", () => {
  expect(live()).toEqual({
    secretKeys: [LIVE],
    isLive: true,
    currencies: ["USD"],
    methods: ["card"],
    payerEmail: "buyer",
    apiBase: "https://api.paystack.co",
  });
  expect(live({ PAYSTACK_SECRET_KEYS: `${LIVE}, ${OLD}` }).secretKeys).toEqual([LIVE, OLD]);
  const more = { PAYSTACK_CURRENCIES: "USD, KES", PAYSTACK_METHODS: "card, mobile_money" };
  expect(live(more)).toMatchObject({ currencies: ["USD", "KES"], methods: ["card", "mobile_money"] });
  expect(live({ PAYSTACK_PAYER_EMAIL: "ours" }).payerEmail).toBe("ours");
  expect(sandbox({ PAYSTACK_API_BASE: "http://127.0.0.1:4000" }).apiBase).toBe("http://127.0.0.1:4000");
});

test.each([
  ["no key", () => live({ PAYSTACK_SECRET_KEYS: "" })],
  ["a test key in live mode", () => live({ PAYSTACK_SECRET_KEYS: TEST })],
  ["a live key in the sandbox", () => sandbox({ PAYSTACK_SECRET_KEYS: LIVE })],
  ["an old key of the other mode", () => live({ PAYSTACK_SECRET_KEYS: `${LIVE},${TEST}` })],
  ["the same key twice", () => live({ PAYSTACK_SECRET_KEYS: `${LIVE},${LIVE}` })],
  ["a public key", () => live({ PAYSTACK_SECRET_KEYS: "pk_live_0123456789abcdef" })],
  ["another address in live mode", () => live({ PAYSTACK_API_BASE: "http://127.0.0.1:4000" })],
  ["an address with a path", () => sandbox({ PAYSTACK_API_BASE: "http://127.0.0.1:4000/v1" })],
  ["a currency that Paystack does not take", () => live({ PAYSTACK_CURRENCIES: "EUR" })],
  ["a currency twice", () => live({ PAYSTACK_CURRENCIES: "USD,USD" })],
  ["an address of nobody", () => live({ PAYSTACK_PAYER_EMAIL: "none" })],
  ["a way to pay that there is not", () => live({ PAYSTACK_METHODS: "cash" })],
])("a process does not start with %s, and says no secret", (_what, start) => {
  expect(start).toThrow(ConfigError);
  expect(start).not.toThrow(/0123456789abcdef/);
});
