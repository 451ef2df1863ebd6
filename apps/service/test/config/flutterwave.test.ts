/** What a process needs before it takes money by Flutterwave. */
import { expect, test } from "vitest";
import { ConfigError } from "../../src/config/error.js";
import { readFlutterwave } from "../../src/config/flutterwave.js";
import { openSettings } from "../../src/config/settings.js";

const LIVE = "FLWSECK-0123456789abcdef0123456789abcdef-X";
const TEST = "FLWSECK_TEST-0123456789abcdef0123456789abcdef-X";
const WORD = "a-word-that-nobody-guesses";
const OLD = "the-word-before-nobody-guesses";
const given = (more: Record<string, string>) => openSettings({ FLUTTERWAVE_SECRET_HASHES: WORD, ...more });
const live = (more: Record<string, string> = {}) =>
  readFlutterwave(given({ FLUTTERWAVE_SECRET_KEY: LIVE, ...more }), "live");
const sandbox = (more: Record<string, string> = {}) =>
  readFlutterwave(given({ FLUTTERWAVE_SECRET_KEY: TEST, ...more }), "sandbox");

test("live mode opens with a live key and cards in dollars, and with two words while one is rolled", () => {
  expect(live()).toEqual({
    secretKey: LIVE,
    secretHashes: [WORD],
    isLive: true,
    currencies: ["USD"],
    methods: ["card"],
    apiBase: "https://api.flutterwave.com",
  });
  expect(live({ FLUTTERWAVE_SECRET_HASHES: `${WORD}, ${OLD}` }).secretHashes).toEqual([WORD, OLD]);
  const more = { FLUTTERWAVE_CURRENCIES: "USD, KES", FLUTTERWAVE_METHODS: "card, mobile_money" };
  expect(live(more)).toMatchObject({ currencies: ["USD", "KES"], methods: ["card", "mobile_money"] });
  expect(sandbox({ FLUTTERWAVE_API_BASE: "http://127.0.0.1:4000" }).apiBase).toBe("http://127.0.0.1:4000");
});

test.each([
  ["no key", () => live({ FLUTTERWAVE_SECRET_KEY: "" })],
  ["a test key in live mode", () => live({ FLUTTERWAVE_SECRET_KEY: TEST })],
  ["a live key in the sandbox", () => sandbox({ FLUTTERWAVE_SECRET_KEY: LIVE })],
  ["a public key", () => live({ FLUTTERWAVE_SECRET_KEY: "FLWPUBK-0123456789abcdef0123456789abcdef-X" })],
  ["no word", () => live({ FLUTTERWAVE_SECRET_HASHES: "" })],
  ["a word that can be guessed", () => live({ FLUTTERWAVE_SECRET_HASHES: "0123456789abcdef" })],
  ["the same word twice", () => live({ FLUTTERWAVE_SECRET_HASHES: `${WORD},${WORD}` })],
  ["another address in live mode", () => live({ FLUTTERWAVE_API_BASE: "http://127.0.0.1:4000" })],
  ["an address with a path", () => sandbox({ FLUTTERWAVE_API_BASE: "http://127.0.0.1:4000/v3" })],
  ["a currency that is not served", () => live({ FLUTTERWAVE_CURRENCIES: "EUR" })],
  ["a currency twice", () => live({ FLUTTERWAVE_CURRENCIES: "USD,USD" })],
  ["a way to pay that there is not", () => live({ FLUTTERWAVE_METHODS: "cash" })],
])("a process does not start with %s, and says no secret", (_what, start) => {
  expect(start).toThrow(ConfigError);
  expect(start).not.toThrow(/0123456789abcdef|nobody-guesses/);
});
