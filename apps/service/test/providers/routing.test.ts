/** Who serves what: by currency, country and amount, in the order of preference; and how amounts are written for providers. */
import { expect, test } from "vitest";
import { payoutCurrency } from "../../src/commands/payout-currency.js";
import { readConfig } from "../../src/config/index.js";
import { decimalsOf } from "../../src/domain/currencies.js";
import { ANY_ACCOUNT, IBAN, type PayeeForm, US_ACCOUNT } from "../../src/domain/payees.js";
import { countryOfPhone } from "../../src/phones/phone.js";
import { majorText, minorText, readMajor, readMinor } from "../../src/providers/amounts.js";
import { gathered, openProviders } from "../../src/providers/open.js";
import type {
  Adapter,
  BalanceOf,
  Capability,
  Checked,
  Currency,
  PayeeChecked,
  PaysOut,
  TakesPayments,
} from "../../src/providers/port.js";
import { helperProvider } from "../../src/providers/sandbox/helper.js";
import { cents } from "../payments/desk.js";
import { ratesOf } from "../rates.js";

const nobody = { query: () => Promise.reject(new Error("nothing is read to choose a provider")) };

const RANGE = { least: cents("0.50"), most: cents("1000.00"), decimals: 2, pendingDays: 14, returnDays: 0 } as const;
const takes = (currency: Currency, more: Partial<TakesPayments> = {}): TakesPayments => ({
  ...RANGE,
  direction: "in",
  method: "card",
  currency,
  countries: null,
  refundDays: null,
  holdDays: null,
  isPartial: true,
  refundsInTurn: false,
  isCancellable: true,
  lateDays: 0,
  ...more,
});
const pays = (currency: Currency, countries: readonly string[] | null): PaysOut => ({
  ...RANGE,
  direction: "out",
  method: "mobile_money",
  currency,
  countries,
});
const adapter = (name: string, capabilities: readonly Capability[]): Adapter => ({
  ...helperProvider,
  name,
  capabilities,
  balance: async (): Promise<BalanceOf> => ({ kind: "balance", available: [], pending: [] }),
  checkPayee: async (): Promise<PayeeChecked> => ({ kind: "known", name: null }),
  check: async (): Promise<Checked> => ({ kind: "checked", account: name, isLive: false, problems: [] }),
});

const PHONE = { kind: "mobile_money", name: "Ada", number: "+243812345678" } as const;
const BANK = { kind: "bank", name: "Ada", bank: "First Bank", number: "0001234567" } as const;

const money = (amount: string, currency: Currency = "USD", country: string | null = null) => ({
  amount: cents(amount),
  currency,
  country,
});

const providers = gathered(
  [
    adapter("stripe", [takes("USD"), takes("USD", { method: "bank", most: cents("50.00") })]),
    adapter("pawapay", [
      takes("USD", { method: "mobile_money", countries: ["CD"], decimals: 0 }),
      takes("KES", { method: "mobile_money", countries: ["KE"] }),
      pays("USD", ["CD"]),
    ]),
    adapter("paystack", [takes("USD", { most: cents("5000.00") })]),
  ],
  { db: nobody },
);
const takenBy = (method: "card" | "bank" | "mobile_money", wanted: ReturnType<typeof money>): string | undefined =>
  providers.forPayment(method, wanted)?.name;

test("the first in the order of preference that takes the currency, the country and the amount", () => {
  expect(takenBy("card", money("25.00"))).toBe("stripe");
  expect(takenBy("card", money("1000.00"))).toBe("stripe");
  expect(takenBy("card", money("1000.01"))).toBe("paystack");
  expect(takenBy("card", money("0.49"))).toBeUndefined();
  expect(takenBy("card", money("25.00", "EUR"))).toBeUndefined();
  expect(takenBy("mobile_money", money("25.00", "USD", "CD"))).toBe("pawapay");
  expect(takenBy("mobile_money", money("25.50", "USD", "CD"))).toBeUndefined();
  expect(takenBy("mobile_money", money("25.00", "USD", "KE"))).toBeUndefined();
  expect(takenBy("mobile_money", money("25.00", "KES", "KE"))).toBe("pawapay");
});

test("a method that nobody takes an amount by is not offered", () => {
  expect(providers.methods(money("25.00"))).toEqual(["card", "bank", "mobile_money"]);
  expect(providers.methods(money("60.00"))).toEqual(["card", "mobile_money"]);
  expect(providers.methods(money("25.50"))).toEqual(["card", "bank"]);
  expect(providers.methods(money("9000.00"))).toEqual([]);
});

test("a provider that is left alone serves nothing, and what others serve too they do", () => {
  const health = { isHeld: (name: string) => name === "stripe", answered: () => undefined, failed: () => undefined };
  const left = gathered(
    [adapter("stripe", [takes("USD"), takes("USD", { method: "bank" })]), adapter("paystack", [takes("USD")])],
    {
      db: nobody,
      health,
    },
  );
  expect(left.methods(money("25.00"))).toEqual(["card"]);
  expect(left.forPayment("card", money("25.00"))?.name).toBe("paystack");
  expect(left.byName("stripe")).not.toBeNull();
});

test("an account at a bank is paid to by who pays to accounts that are named so", () => {
  const out = (name: string, payee?: PayeeForm) =>
    adapter(name, [{ ...pays("USD", []), countries: null, method: "bank", ...(payee === undefined ? {} : { payee }) }]);
  const banks = gathered([out("us", US_ACCOUNT), out("iban", IBAN), out("any")], { db: nobody });
  const us = { ...BANK, details: { routing: "021000021", account_type: "checking" } };
  expect(banks.forPayout(us, money("7.00"))?.name).toBe("us");
  expect(banks.forPayout({ ...us, details: { ...us.details, routing: "021000022" } }, money("7.00"))).toBeNull();
  expect(banks.forPayout({ ...us, details: { routing: "021000021" } }, money("7.00"))).toBeNull();
  expect(banks.forPayout({ ...BANK, number: "DE89370400440532013000" }, money("7.00"))?.name).toBe("iban");
  expect(banks.forPayout(BANK, money("7.00"))?.name).toBe("any");
  expect(banks.payees("USD")).toEqual({ isMobile: false, forms: [US_ACCOUNT, IBAN, ANY_ACCOUNT] });
  expect(banks.payees("KES")).toEqual({ isMobile: false, forms: [] });
});

test("payouts go by their destination, and not by who took the money", () => {
  expect(providers.forPayout(PHONE, money("7.00", "USD", "CD"))?.name).toBe("pawapay");
  expect(providers.forPayout(PHONE, money("7.00", "USD", "TZ"))).toBeNull();
  expect(providers.forPayout(BANK, money("7.00"))).toBeNull();
});

test.each([
  ["+243813456789", "CD"],
  ["+254712345678", "KE"],
  ["+255712345678", "TZ"],
  ["+27821234567", "ZA"],
  ["+442071234567", "GB"],
  ["+12025550123", "US"],
  ["+77012345678", "KZ"],
  ["+12423651234", "BS"],
])("a phone %s belongs to %s", (phone, country) => {
  expect(countryOfPhone(phone)).toBe(country);
});

test("payouts leave in dollars where a provider pays those, but in a country's own money before dollars for everywhere", () => {
  const now = 1_700_000_000;
  const currencyFor = (rows: readonly PaysOut[], rates: Readonly<Record<string, string>>) => {
    const providers = gathered([adapter("one", rows)], { db: nobody });
    return payoutCurrency({ providers, rates: ratesOf(rates) }, PHONE, now);
  };
  const [everywhere, congo] = [pays("USD", null), pays("CDF", ["CD"])];
  const rated = { CDF: "2850", KES: "129.35" };
  expect(currencyFor([everywhere, congo], rated)).toBe("CDF");
  expect(currencyFor([everywhere, congo], { KES: "129.35" })).toBe("USD");
  expect(currencyFor([everywhere, congo, pays("USD", ["CD"])], rated)).toBe("USD");
  expect(currencyFor([everywhere, pays("KES", ["KE"])], rated)).toBe("USD");
  expect(currencyFor([everywhere, pays("CDF", null)], rated)).toBe("USD");
  expect([currencyFor([congo], rated), currencyFor([congo], {})]).toEqual(["CDF", null]);
});

test("amounts are written as text, whole where a currency has no smaller unit, and read back to the cent", () => {
  expect([decimalsOf("USD"), decimalsOf("JPY"), decimalsOf("XOF")]).toEqual([2, 0, 0]);
  expect(minorText(cents("25.00"), 2)).toBe("2500");
  expect(minorText(cents("25.00"), 0)).toBe("25");
  expect(minorText(cents("25.50"), 0)).toBeNull();
  expect(majorText(cents("25.05"), 2)).toBe("25.05");
  expect(majorText(cents("25.00"), 0)).toBe("25");
  for (const [said, read] of [
    [2500, 2500n],
    ["2500", 2500n],
    [0, 0n],
  ] as const)
    expect(readMinor(said, 2)).toBe(read);
  expect(readMinor("25", 0)).toBe(2500n);
  for (const said of ["25.00", "-1", "1e3", 1.5, null, "", "0025", 2 ** 60]) expect(readMinor(said, 2)).toBeNull();
  for (const [said, read] of [
    ["25", 2500n],
    ["25.5", 2550n],
    ["25.05", 2505n],
    ["0.10000", 10n],
  ] as const)
    expect(readMajor(said)).toBe(read);
  for (const said of ["25,00", "-1", "1e3", 1.5, null, "", "025", "1.001", ".5"]) expect(readMajor(said)).toBeNull();
});

test("a method is not offered for an order whose deadlines add up to more than money may stay; the shorter bounds hold", () => {
  const bounded = [takes("USD", { holdDays: 90 }), takes("USD", { holdDays: 30, refundDays: 180 })];
  const stripe = gathered([adapter("stripe", bounded)], { db: nobody });
  const offered = (days: number | null) =>
    stripe.methods({ ...money("25.00"), heldSeconds: days === null ? null : days * 86_400 });
  expect(offered(90)).toEqual(["card"]);
  expect(offered(91)).toEqual([]);
  expect(offered(null)).toEqual(["card"]);
  expect(providers.stays()).toEqual([]);
  expect(stripe.stays()).toEqual([{ provider: "stripe", method: "card", refundDays: 180, holdDays: 30 }]);
});

test("where nobody pays out no payout account may be; where only just now nobody can, it may", () => {
  const to = (country: string | null, currency: Currency = "USD") => ({ country, currency });
  expect(providers.reaches(PHONE, to("CD"))).toBe(true);
  expect(providers.reaches(PHONE, to("TZ"))).toBe(false);
  expect(providers.reaches(PHONE, to("CD", "KES"))).toBe(false);
  expect(providers.reaches(PHONE, to(null))).toBe(true);
  expect(providers.reaches(BANK, to(null))).toBe(false);
  const down = gathered([adapter("pawapay", [{ ...pays("USD", ["CD"]), least: cents("1.00"), most: cents("0.00") }])], {
    db: nobody,
    health: { isHeld: () => true, answered: () => undefined, failed: () => undefined },
  });
  expect(down.forPayout(PHONE, money("7.00", "USD", "CD"))).toBeNull();
  expect(down.reaches(PHONE, to("CD"))).toBe(true);
});

test("who does not answer is waited for no longer than the operator says", async () => {
  const chosen = readConfig({
    PROVIDERS: "flutterwave",
    FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-0123456789abcdef-X",
    FLUTTERWAVE_SECRET_HASHES: "0123456789abcdef0123456789abcdef",
  }).providers;
  const httpClient = { ask: () => new Promise<never>(() => {}) };
  const means = { db: nobody, secret: Buffer.alloc(32), origin: () => "https://pay.example", httpClient };
  const [silent] = openProviders({ mode: "live", providers: { ...chosen, timeoutMs: 50 } }, means).all;
  expect(await silent?.balance()).toMatchObject({ kind: "unreachable" });
}, 5_000);
