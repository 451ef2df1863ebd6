/** Payers in other countries pay simulated providers in their own money: by phone, card and bank, in parts, and get it back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Offer, openQuotes, type Quotes } from "../../src/commands/quotes.js";
import { formatAmount } from "../../src/domain/currencies.js";
import { unixSeconds } from "../../src/platform/clock.js";
import type { Provider } from "../../src/providers/port.js";
import { transferMoney } from "../../src/providers/sandbox/play.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { NO_RATES, ratesOf } from "../rates.js";
import { confirmed, ok, TWO_PARTS } from "../stories.js";
import { cents, type Desk, openDesk, SECRET, until } from "./desk.js";

const RATES = ratesOf(
  {
    KES: "129.35",
    UGX: "3650.5",
    NGN: "1543.21",
    XOF: "561.7",
    EUR: "0.8573",
    JPY: "156.4",
    GBP: "0.752",
    KWD: "0.3074",
  },
  { marginBps: 250 },
);
/** As phones of the countries are written. */
const PHONES = { KES: "+254712345678", UGX: "+256772123456", NGN: "+2348031234567", XOF: "+2250712345678" };

let world: World;
let shop: Merchant;
let desk: Desk;
let quotes: Quotes;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop, RATES);
  quotes = openQuotes({ rates: RATES, providers: desk.providers, keys: [SECRET] });
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const promised = (due: string, currency: string): Offer => {
  const offer = quotes.offer(cents(due), currency, unixSeconds());
  if (offer === null) throw new Error(`${currency} is not offered`);
  return offer;
};
const paidIn = async (escrow: Json): Promise<readonly string[]> =>
  (await desk.payments(escrow)).flatMap(({ status, received, presented }) =>
    status === "SUCCEEDED" && presented !== null
      ? [
          `${formatAmount(presented.received, presented.currency)} ${presented.currency} for ${formatAmount(received, "USD")}`,
        ]
      : [],
  );
/** What the simulated providers gave back, in the order of asking. */
const gaveBack = async (escrow: Json): Promise<readonly string[]> =>
  (
    await desk.sql(
      `select o.amount, o.currency from sandbox_bank.outgoing o join payments p on p.reference = o.receipt
       where p.escrow_id = $1 and not o.is_refused order by o.amount`,
      [escrow["id"]],
    )
  ).map(({ amount, currency }) => `${formatAmount(BigInt(amount), currency)} ${currency}`);
/** Sends what the simulated providers have to tell; the service does so too, and may be at it. */
async function posted(escrow: Json, status: string): Promise<void> {
  await until(async () => {
    await desk.post();
    return (await desk.status(escrow)) === status;
  });
}
const refund = (escrow: Json, body: Json): Promise<Json> =>
  ok(shop.post(`/escrows/${escrow["id"]}/refunds`, body), 201);
const refunded = async (escrow: Json, times: number): Promise<void> => {
  await until(async () => (await desk.refunds(escrow)).filter(({ status }) => status === "SUCCEEDED").length === times);
};

/** What came, less what went back: in each currency. */
const leftOf = (escrow: Json): Promise<readonly Json[]> =>
  desk.sql(
    `select currency, sum(case debit_kind when 'external' then 1 else -1 end * coalesce(presented, amount))::text as moved,
       sum(case debit_kind when 'external' then 1 else -1 end * amount)::text as usd
     from ledger_transfers where escrow_id = $1 and currency is not null group by currency order by currency`,
    [escrow["id"]],
  );

test("in Kenyan shillings by phone: the order has its dollars, parts go back in shillings, and all adds up", async () => {
  const escrow = await confirmed(shop, TWO_PARTS);
  const { reference } = await desk.begun(escrow, "mobile_money", {
    quote: promised("256.45", "KES"),
    phone: PHONES.KES,
  });
  expect(await desk.approve(reference)).toBe("approved");
  await posted(escrow, "IN_ESCROW");
  expect(await paidIn(escrow)).toEqual(["34001.11 KES for 256.45"]);
  await refund(escrow, { amount: "33.33", reason: "damaged" });
  await refunded(escrow, 1);
  expect(await gaveBack(escrow)).toEqual(["4534.37 KES"]);
  await refund(escrow, { amount: "66.67", reason: "damaged" });
  await refunded(escrow, 2);
  await refund(escrow, {});
  await refunded(escrow, 3);
  expect(await gaveBack(escrow)).toEqual(["4534.37 KES", "9071.38 KES", "20395.36 KES"]);
  expect(await leftOf(escrow)).toEqual([{ currency: "KES", moved: "0", usd: "0" }]);
});

test.each([
  ["UGX", "mobile_money", "959575"],
  ["NGN", "mobile_money", "405650.11"],
  ["XOF", "mobile_money", "147650"],
  ["EUR", "bank", "225.36"],
  ["JPY", "card", "41112"],
  ["GBP", "card", "197.68"],
  ["KWD", "card", "80.810"],
] as const)(
  "in %s by %s: what is asked is what the page said, and goes back whole",
  async (currency, method, asked) => {
    const escrow = await confirmed(shop, TWO_PARTS);
    const quote = promised("256.45", currency);
    const phone = currency in PHONES ? PHONES[currency as keyof typeof PHONES] : undefined;
    const { reference } = await desk.begun(escrow, method, { quote, ...(phone === undefined ? {} : { phone }) });
    if (method === "mobile_money") await desk.approve(reference);
    else if (method === "card") await desk.typeCard(reference);
    else await transferMoney(world.db, reference, quote.asked);
    await posted(escrow, "IN_ESCROW");
    expect(await paidIn(escrow)).toEqual([`${asked} ${currency} for 256.45`]);
    await refund(escrow, { amount: "0.01", reason: "damaged" });
    await refunded(escrow, 1);
    await refund(escrow, {});
    await refunded(escrow, 2);
    expect(await leftOf(escrow)).toEqual([{ currency, moved: "0", usd: "0" }]);
  },
);

test("a transfer in euros that is short, the rest by card in yen: each goes back in its own money", async () => {
  const escrow = await confirmed(shop, TWO_PARTS);
  const first = await desk.begun(escrow, "bank", { quote: promised("256.45", "EUR") });
  const page = await (await fetch(`${world.url}/sandbox/bank/${first.reference}`)).text();
  for (const text of ["€225.36", "Amount in EUR", 'value="225.36"', "a part: €112.68"]) expect(page).toContain(text);
  await transferMoney(world.db, first.reference, cents("100.00"));
  await posted(escrow, "PARTIALLY_FUNDED");
  const [came] = await desk.payments(escrow);
  const missing = formatAmount(cents("256.45") - (came?.received ?? 0n), "USD");
  expect(missing).toBe("142.66");
  const second = await desk.begun(escrow, "card", { quote: promised(missing, "JPY") });
  await desk.typeCard(second.reference);
  await posted(escrow, "IN_ESCROW");
  expect(await paidIn(escrow)).toEqual(["100.00 EUR for 113.79", "22870 JPY for 142.66"]);
  await refund(escrow, { amount: "150.00", reason: "damaged" });
  await refunded(escrow, 1);
  expect(await gaveBack(escrow)).toEqual(["9.90 EUR", "22870 JPY"]);
  await refund(escrow, {});
  await refunded(escrow, 2);
  expect(await leftOf(escrow)).toEqual([
    { currency: "EUR", moved: "0", usd: "0" },
    { currency: "JPY", moved: "0", usd: "0" },
  ]);
});

test("each provider's statement tells what moved in each currency, and its balance is what is left of it", async () => {
  for (const name of ["sandbox-mobile-money", "sandbox-card", "sandbox-bank"]) {
    const provider = desk.providers.byName(name) as Provider;
    const page = await provider.statement(0, null);
    const balance = await provider.balance();
    if (page.kind !== "page" || balance.kind !== "balance") throw new Error("it does not answer");
    const sums = [...Map.groupBy(page.lines, ({ currency }) => currency)].map(([currency, lines]) => ({
      currency,
      amount: lines.reduce((sum, { amount }) => sum + amount, 0n),
    }));
    expect(sums.sort((a, b) => a.currency.localeCompare(b.currency))).toEqual(balance.available);
    expect(balance.available.length).toBeGreaterThan(0);
    expect(balance.available.every(({ amount }) => amount === 0n)).toBe(true);
  }
});

test("without rates only dollars are offered, and a currency that has no rate is not", () => {
  const none = openQuotes({ rates: NO_RATES, providers: desk.providers, keys: [SECRET] });
  expect(none.currencies(unixSeconds())).toEqual([]);
  expect(none.offer(cents("10.00"), "KES", unixSeconds())).toBeNull();
  const one = openQuotes({ rates: ratesOf({ KES: "129.35", TZS: "2600" }), providers: desk.providers, keys: [SECRET] });
  expect(one.currencies(unixSeconds())).toEqual(["KES"]);
});
