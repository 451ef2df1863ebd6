/** What a process is told of its payment providers, and what it does not start with. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, problemsOf, readConfig } from "../../src/config/index.js";

const LIVE = {
  MODE: "live",
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  SMTP_URL: "smtp://mail.example",
  OPERATOR_LEGAL_NAME: "Acme Payments Ltd",
  MAIL_FROM: "no-reply@pay.example",
  PUBLIC_URL: "https://pay.example",
};
const STRIPE = {
  PROVIDERS: "stripe",
  STRIPE_SECRET_KEY: "rk_live_0123456789abcdef",
  STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdef",
};
const TEST_KEY = { STRIPE_SECRET_KEY: "sk_test_0123456789abcdef" };
const live = (more: Record<string, string> = {}) => readConfig({ ...LIVE, ...STRIPE, ...more }).providers;
const sandbox = (more: Record<string, string> = {}) => readConfig({ ...STRIPE, ...TEST_KEY, ...more }).providers;

test("live mode opens with Stripe, whose secrets may lie in files, and two while one is rolled", () => {
  expect(live()).toEqual({
    names: ["stripe"],
    stripe: {
      secretKey: "rk_live_0123456789abcdef",
      isLive: true,
      webhookSecrets: ["whsec_0123456789abcdef"],
      methods: ["card"],
      currencies: ["USD"],
      holdDays: 90,
      apiBase: "https://api.stripe.com",
      filesBase: "https://files.stripe.com",
      statementDescriptor: null,
    },
    pawapay: null,
    paystack: null,
    flutterwave: null,
    momo: null,
    http: [],
    manual: null,
    connect: false,
    timeoutMs: 8_000,
    chargebackFeeBorneBy: "merchant",
    refundFees: "held",
  });
  expect(live({ PROVIDER_TIMEOUT_MS: "12000" }).timeoutMs).toBe(12_000);
  for (const none of ["0", "999", "12001", "8s"])
    expect(() => live({ PROVIDER_TIMEOUT_MS: none })).toThrow("PROVIDER_TIMEOUT_MS=");
  const more = { STRIPE_METHODS: "card, bank", STRIPE_STATEMENT_DESCRIPTOR: "ESCROW 24" };
  expect(live({ STRIPE_HOLD_DAYS: "730" }).stripe?.holdDays).toBe(730);
  for (const days of ["0", "731", "a year"])
    expect(() => live({ STRIPE_HOLD_DAYS: days })).toThrow("STRIPE_HOLD_DAYS=");
  expect(live(more).stripe).toMatchObject({ methods: ["card", "bank"], statementDescriptor: "ESCROW 24" });
  expect(live({ STRIPE_CURRENCIES: "USD, JPY,KWD" }).stripe?.currencies).toEqual(["USD", "JPY", "KWD"]);
  expect(live({ STRIPE_CURRENCIES: "all" }).stripe?.currencies).toHaveLength(137);
  for (const none of ["XAU", "USD,USD", "all,EUR"])
    expect(() => live({ STRIPE_CURRENCIES: none })).toThrow("STRIPE_CURRENCIES=");
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-secrets-"));
  const file = join(folder, "secrets");
  fs.writeFileSync(file, "whsec_newnewnewnew,whsec_oldoldoldold\n");
  const rolled = live({ STRIPE_WEBHOOK_SECRETS: "", STRIPE_WEBHOOK_SECRETS_FILE: file });
  expect(rolled.stripe?.webhookSecrets).toEqual(["whsec_newnewnewnew", "whsec_oldoldoldold"]);
  fs.rmSync(folder, { recursive: true });
});

test("without PROVIDERS the sandbox has the simulated ones, and live mode none", () => {
  expect(readConfig({}).providers).toEqual({
    names: ["sandbox"],
    stripe: null,
    pawapay: null,
    paystack: null,
    flutterwave: null,
    momo: null,
    http: [],
    manual: null,
    connect: false,
    timeoutMs: 8_000,
    chargebackFeeBorneBy: "merchant",
    refundFees: "held",
  });
  expect(readConfig(LIVE).providers).toMatchObject({ names: [], stripe: null, pawapay: null, manual: null });
  const both = sandbox({ PROVIDERS: "stripe,sandbox", STRIPE_API_BASE: "http://127.0.0.1:12111" });
  expect(both).toMatchObject({
    names: ["stripe", "sandbox"],
    stripe: { isLive: false, apiBase: "http://127.0.0.1:12111" },
  });
});

test("sellers have accounts of their own at Stripe, or at the sandbox's card company, where it is said", () => {
  const four = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"].map((end) => `whsec_${end}`);
  const connected = live({ STRIPE_CONNECT: "on", STRIPE_WEBHOOK_SECRETS: four.join(",") });
  expect(connected).toMatchObject({ connect: true, stripe: { webhookSecrets: four } });
  expect(readConfig({ STRIPE_CONNECT: "on" }).providers.connect).toBe(true);
  expect(live({ STRIPE_CONNECT: "off" }).connect).toBe(false);
});

test.each([
  ["accounts at a provider that is not there", () => live({ PROVIDERS: "", STRIPE_CONNECT: "on" })],
  ["neither on nor off", () => live({ STRIPE_CONNECT: "yes" })],
  ["a test key in live mode", () => live(TEST_KEY)],
  ["a live key in the sandbox", () => sandbox({ STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY })],
  ["a publishable key", () => live({ STRIPE_SECRET_KEY: "pk_live_0123456789abcdef" })],
  ["no key", () => live({ STRIPE_SECRET_KEY: "" })],
  ["no webhook secret", () => live({ STRIPE_WEBHOOK_SECRETS: "" })],
  ["a webhook secret that is none", () => live({ STRIPE_WEBHOOK_SECRETS: "0123456789abcdef" })],
  ["three webhook secrets", () => live({ STRIPE_WEBHOOK_SECRETS: "whsec_aaaaaaaa,whsec_bbbbbbbb,whsec_cccccccc" })],
  ["a secret given twice", () => live({ STRIPE_SECRET_KEY_FILE: "/run/secrets/stripe" })],
  ["a file that is not there", () => live({ STRIPE_SECRET_KEY: "", STRIPE_SECRET_KEY_FILE: "/nowhere/stripe" })],
  ["another address in live mode", () => live({ STRIPE_API_BASE: "https://api.stripe.com.evil.example" })],
  ["an address of this machine in live mode", () => live({ STRIPE_API_BASE: "http://127.0.0.1:12111" })],
  ["an address with a path", () => sandbox({ STRIPE_API_BASE: "https://api.stripe.com/v1" })],
  ["a method that Stripe does not have here", () => live({ STRIPE_METHODS: "card,mobile_money" })],
  ["a descriptor that is too long", () => live({ STRIPE_STATEMENT_DESCRIPTOR: "A".repeat(23) })],
  ["simulated providers in live mode", () => live({ PROVIDERS: "stripe,sandbox" })],
  ["a provider twice", () => live({ PROVIDERS: "stripe,stripe" })],
  ["a provider that nobody knows", () => live({ PROVIDERS: "strype" })],
])("a process does not start with %s, and says no secret", (_what, start) => {
  expect(start).toThrow(ConfigError);
  expect(start).not.toThrow(/0123456789abcdef|aaaaaaaa/);
});

const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);
const MYBANK = {
  PROVIDERS: "http:mybank",
  PROVIDER_MYBANK_URL: "https://adapter.example/mybank/",
  PROVIDER_MYBANK_SECRETS: SECRETS.join(","),
};
const mybank = (more: Record<string, string> = {}) => readConfig({ ...LIVE, ...MYBANK, ...more }).providers;

test("an adapter over HTTP is named in PROVIDERS, with an address and two secrets while one is rolled", () => {
  expect(mybank()).toMatchObject({
    names: ["http:mybank"],
    http: [{ name: "mybank", url: "https://adapter.example/mybank", secrets: SECRETS, isLive: true, isNear: false }],
  });
  const two = { PROVIDERS: "http:till, stripe,http:mybank", PROVIDER_TILL_URL: "http://127.0.0.1:8080" };
  expect(mybank({ ...STRIPE, ...two, PROVIDER_TILL_SECRETS: SECRETS[0] ?? "" })).toMatchObject({
    names: ["http:till", "stripe", "http:mybank"],
    http: [{ name: "till", url: "http://127.0.0.1:8080", isNear: true }, { name: "mybank" }],
  });
  const inside = {
    PROVIDER_MYBANK_URL: "http://adapter.internal:8080",
    PROVIDER_HOSTS_PRIVATE: "till, adapter.internal",
  };
  expect(mybank(inside).http[0]).toMatchObject({ url: "http://adapter.internal:8080", isNear: true });
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-secrets-"));
  fs.writeFileSync(join(folder, "secrets"), `${SECRETS[1]}\n`);
  const kept = mybank({ PROVIDER_MYBANK_SECRETS: "", PROVIDER_MYBANK_SECRETS_FILE: join(folder, "secrets") });
  expect(kept.http[0]?.secrets).toEqual([SECRETS[1]]);
  fs.rmSync(folder, { recursive: true });
});

test("of an adapter over HTTP the alarm of its float and the fees that it keeps can be set", () => {
  const { books } = readConfig({
    ...MYBANK,
    FLOAT_ALARM: "http:mybank:USD:500.00,stripe:USD:1.00",
    PROVIDER_FEES: "http:mybank:card:290:0.30:5.00",
  });
  expect(books.floatAlarms).toMatchObject([{ provider: "http:mybank", currency: "USD" }, { provider: "stripe" }]);
  expect(books.providerFees).toMatchObject([{ provider: "http:mybank", method: "card" }]);
});

test("what is set for an adapter is known by name, and what is misspelt is told", () => {
  const { problems } = problemsOf({
    ...MYBANK,
    PROVIDER_TILL_URL: "https://till.example",
    PROVIDER_MYBANK_SECRET: "x",
  });
  expect(problems).toEqual([expect.stringContaining("PROVIDER_MYBANK_SECRET is not a setting")]);
});

test.each([
  ["no address", { PROVIDER_MYBANK_URL: "" }, "PROVIDER_MYBANK_URL is not set"],
  ["plain http elsewhere", { PROVIDER_MYBANK_URL: "http://adapter.example" }, "PROVIDER_MYBANK_URL="],
  ["an address with a password", { PROVIDER_MYBANK_URL: "https://a:b@adapter.example" }, "PROVIDER_MYBANK_URL="],
  ["an address with a query", { PROVIDER_MYBANK_URL: "https://adapter.example?a" }, "PROVIDER_MYBANK_URL="],
  ["no secret", { PROVIDER_MYBANK_SECRETS: "" }, "PROVIDER_MYBANK_SECRETS is not set"],
  ["a short secret", { PROVIDER_MYBANK_SECRETS: "whsec_AAAA" }, "PROVIDER_MYBANK_SECRETS=(hidden)"],
  [
    "three secrets",
    { PROVIDER_MYBANK_SECRETS: `${MYBANK.PROVIDER_MYBANK_SECRETS},whsec_${"A".repeat(44)}` },
    "(hidden)",
  ],
  ["hosts that are addresses", { PROVIDER_HOSTS_PRIVATE: "http://adapter" }, "PROVIDER_HOSTS_PRIVATE="],
  ["a name with a dash", { PROVIDERS: "http:my-bank" }, "PROVIDERS=http:my-bank"],
  ["a name twice", { PROVIDERS: "http:mybank,http:mybank" }, "each once"],
])("a process with an adapter over HTTP does not start with %s", (_what, more, told) => {
  expect(() => mybank(more)).toThrow(told);
});
