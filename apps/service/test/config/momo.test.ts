/** What a process needs before it takes money by MTN MoMo. */
import { expect, test } from "vitest";
import { ConfigError } from "../../src/config/error.js";
import { readMomo } from "../../src/config/momo.js";
import { openSettings } from "../../src/config/settings.js";

const KEY = "0123456789abcdef0123456789abcdef";
const USER = "1f3f8a54-7d0e-4c1b-9b1a-0a6f0c7a9d10";
const ACCESS = {
  MOMO_COLLECTION_SUBSCRIPTION_KEY: KEY,
  MOMO_COLLECTION_API_USER: USER,
  MOMO_COLLECTION_API_KEY: KEY,
  MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: KEY,
  MOMO_DISBURSEMENT_API_USER: USER,
  MOMO_DISBURSEMENT_API_KEY: KEY,
};
const PRODUCT = { subscriptionKey: KEY, apiUser: USER, apiKey: KEY };
const live = (more: Record<string, string> = {}) =>
  readMomo(openSettings({ ...ACCESS, MOMO_TARGET_ENVIRONMENT: "mtnuganda", ...more }), "live");
const sandbox = (more: Record<string, string> = {}) =>
  readMomo(openSettings({ ...ACCESS, MOMO_TARGET_ENVIRONMENT: "sandbox", ...more }), "sandbox");

test("live mode opens with a country and its keys, in the currency of its wallets", () => {
  expect(live()).toEqual({
    target: "mtnuganda",
    currencies: ["UGX"],
    collection: PRODUCT,
    disbursement: PRODUCT,
    refunds: "refund",
    isLive: true,
    apiBase: "https://proxy.momoapi.mtn.com",
  });
  const liberia = { MOMO_TARGET_ENVIRONMENT: "mtnliberia" };
  expect(live(liberia).currencies).toEqual(["LRD"]);
  expect(live({ ...liberia, MOMO_CURRENCIES: "USD", MOMO_REFUNDS: "transfer" })).toMatchObject({
    currencies: ["USD"],
    refunds: "transfer",
  });
  expect(live({ MOMO_API_BASE: "https://momoapi.momo.africa" }).apiBase).toBe("https://momoapi.momo.africa");
  expect(sandbox()).toMatchObject({ currencies: ["EUR"], apiBase: "https://sandbox.momodeveloper.mtn.com" });
  expect(sandbox({ MOMO_API_BASE: "http://127.0.0.1:4000" }).apiBase).toBe("http://127.0.0.1:4000");
});

test("the sandbox may play a country before a double", () => {
  expect(sandbox({ MOMO_TARGET_ENVIRONMENT: "mtnliberia", MOMO_CURRENCIES: "USD" })).toMatchObject({
    target: "mtnliberia",
    currencies: ["USD"],
    isLive: false,
  });
});

const REFUSED: readonly (readonly [string, () => unknown])[] = [
  ["no country", () => live({ MOMO_TARGET_ENVIRONMENT: "" })],
  ["the sandbox in live mode", () => live({ MOMO_TARGET_ENVIRONMENT: "sandbox" })],
  ["a country that MTN does not serve", () => live({ MOMO_TARGET_ENVIRONMENT: "mtnkenya" })],
  ["dollars where no wallet holds them", () => live({ MOMO_CURRENCIES: "USD" })],
  ["two currencies", () => live({ MOMO_TARGET_ENVIRONMENT: "mtnliberia", MOMO_CURRENCIES: "LRD,USD" })],
  ...Object.keys(ACCESS).map((name) => [`no ${name}`, () => live({ [name]: "" })] as const),
  ["a key that is none", () => live({ MOMO_COLLECTION_API_KEY: `${KEY} x` })],
  ["a user that is none", () => live({ MOMO_DISBURSEMENT_API_USER: "somebody" })],
  ["another address in live mode", () => live({ MOMO_API_BASE: "https://momo.example" })],
  ["the sandbox's address in live mode", () => live({ MOMO_API_BASE: "https://sandbox.momodeveloper.mtn.com" })],
  ["an address without https in live mode", () => live({ MOMO_API_BASE: "http://proxy.momoapi.mtn.com" })],
  ["refunds by another way", () => live({ MOMO_REFUNDS: "cash" })],
];
test.each(REFUSED)("a process does not start with %s, and says no secret", (_what, start) => {
  expect(start).toThrow(ConfigError);
  expect(start).not.toThrow(/0123456789abcdef/);
});
