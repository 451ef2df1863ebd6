/** The house's book where payers pay in their own money: what is owed is in USD, and exchange is between. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { closeDifference } from "../../src/commands/close-difference.js";
import { moveFloat } from "../../src/commands/move-float.js";
import { parseAmount } from "../../src/domain/currencies.js";
import { type Cents, cents as centsOf } from "../../src/domain/money.js";
import type { Provider } from "../../src/providers/port.js";
import { disputeOf } from "../../src/providers/sandbox/disputes.js";
import { disputeCard } from "../../src/providers/sandbox/play.js";
import {
  type CurrencyDay,
  listCoveredDays,
  listCurrencyDays,
  listDifferences,
  listFloats,
  listStatementDays,
  readBooksFigures,
} from "../../src/store/read/desk/books.js";
import type { Json } from "../harness.js";
import { cents, until } from "../payments/desk.js";
import { NO_RATES } from "../rates.js";
import { ok } from "../stories.js";
import { type BooksStage, OPERATOR, openBooksStage } from "./stage.js";

let stage: BooksStage;
let mobile: Provider;
beforeEach(async () => {
  stage = await openBooksStage();
  mobile = stage.desk.providers.byName("sandbox-mobile-money") as Provider;
  stage.rates({ KES: "129.35" });
});
afterEach(async () => {
  await stage.world.checkLedger();
  await stage.close();
});

const DAY = 86_400;
const SHILLINGS = { currency: "KES", method: "mobile_money", phone: "+254712345678" } as const;
const MOBILE = "sandbox-mobile-money";

const escrowOf = async (reference: string): Promise<string> => {
  const [row] = await stage.desk.sql("select escrow_id from payments where reference = $1", [reference]);
  return row?.["escrow_id"];
};
const refunded = async (escrow: string, body: Json, times: number): Promise<void> => {
  await ok(stage.shop.post(`/escrows/${escrow}/refunds`, body), 201);
  await until(async () => {
    const paid = await stage.desk.sql("select 1 from refunds where escrow_id = $1 and status = 'SUCCEEDED'", [escrow]);
    return paid.length === times;
  });
};
const both = async (provider = MOBILE, currency = "KES") => ({
  [currency]: await stage.balances(provider, currency),
  USD: await stage.balances(provider),
});
const exchange = async (currency = "KES"): Promise<CurrencyDay | undefined> =>
  (await listCurrencyDays(stage.world.db, { since: 0, before: null, limit: 9 })).find(
    (one) => one.currency === currency,
  );
/** The same statement, with some of its lines told otherwise. */
const telling = (
  provider: Provider,
  change: (line: Parameters<typeof Array.of>[0]) => readonly object[],
): Provider => ({
  ...provider,
  statement: async (from, cursor) => {
    const page = await provider.statement(from, cursor);
    return page.kind === "unreachable" ? page : { ...page, lines: page.lines.flatMap(change) as typeof page.lines };
  },
});

test("shillings lie at the provider, dollars are owed, and what the rate does in between is gain or loss, day by day", async () => {
  const { world } = stage;
  const escrow = await escrowOf(await stage.paid("100.00", SHILLINGS));
  await stage.told();
  expect(await stage.rested({}, mobile)).toMatchObject({ found: 0, error: null });
  expect(await both()).toEqual({
    KES: { provider_balance: "13297.18", fx: "-13297.18" },
    USD: { fx: "102.80", client_money: "-102.80" },
  });
  const covered = async () => (await listCoveredDays(world.db, 1))[0];
  expect(await covered()).toMatchObject({ isCovered: true, owed: cents("102.80"), provider_balance: cents("102.80") });
  expect(await exchange()).toMatchObject({ rate: { rate: "129.35", source: "test" }, gain: 0n, gainInAll: 0n });
  expect(stage.alarms()).toEqual([]);

  await world.advance(DAY);
  stage.rates({ KES: "134.5" });
  await stage.read({}, mobile);
  expect(await covered()).toMatchObject({ isCovered: false, provider_balance: cents("98.86") });
  expect(await exchange()).toMatchObject({ gain: -394n, gainInAll: -394n, worth: cents("98.86") });
  expect(stage.alarms().map(({ what }) => what)).toEqual(["client money is not covered"]);

  // Without a rate nobody can say what it is worth, and nobody says.
  await world.advance(DAY);
  stage.rates({});
  await stage.read({}, mobile);
  expect(await covered()).toMatchObject({ isCovered: false, provider_balance: 0n });
  expect(await exchange()).toMatchObject({ rate: null, gain: null, gainInAll: null, worth: null });
  expect(stage.alarms()).toContainEqual({
    what: "a currency has no rate: what lies there in it counts as nothing",
    currency: "KES",
  });

  await world.advance(DAY);
  stage.rates({ KES: "128" });
  await refunded(escrow, { amount: "40.00", reason: "damaged" }, 1);
  await stage.rested({}, mobile);
  expect(await exchange()).toMatchObject({ gain: 459n, gainInAll: 65n });
  expect(await covered()).toMatchObject({ isCovered: true });
  await refunded(escrow, {}, 2);
  await stage.rested({}, mobile);
  expect(await both()).toEqual({ KES: {}, USD: {} });
  expect(await exchange()).toMatchObject({ gainInAll: 0n });

  const days = (await listStatementDays(world.db, { provider: MOBILE, day: null, limit: 20 })).filter(
    ({ currency }) => currency === "KES",
  );
  expect(days.length).toBeGreaterThan(0);
  expect(days.every(({ off }) => off === null || off === 0n)).toBe(true);
  expect((await listFloats(world.db, "USD")).map(({ provider, currency }) => `${provider} ${currency}`)).toEqual([
    `${MOBILE} KES`,
    `${MOBILE} USD`,
  ]);
  expect((await readBooksFigures(world.db)).balances).toEqual([{ provider: MOBILE, currency: "KES", amount: 0 }]);
});

describe("differences in shillings", () => {
  test("what only the provider reports waits in shillings, and is owed in dollars once our books have it", async () => {
    await stage.paid("100.00", SHILLINGS);
    await stage.rested({}, mobile);
    expect(await stage.open()).toEqual(["theirs_only 13297.18"]);
    expect(await both()).toEqual({ KES: { provider_balance: "13297.18", suspense: "-13297.18" }, USD: {} });
    await until(async () => (await stage.desk.sql("select 1 from payments where status = 'SUCCEEDED'"))[0]);
    await stage.read({}, mobile);
    expect(await stage.open()).toEqual([]);
    expect(await both()).toEqual({
      KES: { provider_balance: "13297.18", fx: "-13297.18" },
      USD: { fx: "102.80", client_money: "-102.80" },
    });
  });

  test("of a fee, of another amount and of a line too many are in shillings; a person closes them where they belong", async () => {
    const [dear, less, twice] = [
      await stage.paid("100.00", SHILLINGS),
      await stage.paid("100.00", SHILLINGS),
      await stage.paid("100.00", SHILLINGS),
    ];
    await stage.told();
    const hundred = parseAmount("100.00", "KES") as Cents;
    const wrong = telling(mobile, (line) => {
      const one = line as { readonly reference: string; readonly amount: bigint; readonly id: string };
      if (one.reference === dear) return [{ ...one, fee: hundred, net: one.amount - hundred }];
      if (one.reference === less) return [{ ...one, amount: one.amount - hundred, net: one.amount - hundred }];
      return one.reference === twice ? [one, { ...one, id: `${one.id} again` }] : [one];
    });
    const share = { basisPoints: 50, fixed: centsOf(0n), min: centsOf(0n), max: null };
    const fees = { provider: MOBILE, method: "mobile_money", currency: "KES", share };
    await stage.rested({ providerFees: [fees] }, wrong);
    expect([...(await stage.open())].sort()).toEqual(["amount -100.00", "fee 33.51", "twice 13297.18"]);
    expect(await both()).toEqual({
      KES: { provider_balance: "52988.72", provider_costs: "100.00", fx: "-39891.54", suspense: "-13197.18" },
      USD: { fx: "308.40", client_money: "-308.40" },
    });
    const open = await listDifferences(stage.world.db, {
      provider: null,
      day: null,
      isOpen: true,
      after: "0",
      limit: 9,
    });
    for (const { id, class: kind } of open) {
      const bookedTo = kind === "amount" ? "provider_costs" : "fx";
      const given = { id, bookedTo, reason: "As the portal has it." } as const;
      expect(await closeDifference(stage.world.db, OPERATOR, given)).toMatchObject({ ok: true });
    }
    expect(await both()).toEqual({
      KES: { provider_balance: "52988.72", provider_costs: "200.00", fx: "-53188.72" },
      USD: { fx: "308.40", client_money: "-308.40" },
    });
    const noted = await stage.desk.sql("select before from operator_actions order by id");
    expect(noted.map(({ before }) => before["in suspense"])).toContain("-13297.18");
    // What nobody owes is a gain of ours.
    await stage.read({}, mobile);
    expect(await exchange()).toMatchObject({ gainInAll: 10_280n });
  });
});

test("a dispute of a payer's bank takes yen, and gives them back when it is won", async () => {
  const { card, world, desk } = stage;
  stage.rates({ JPY: "156.4" });
  const reference = await stage.paid("100.00", { currency: "JPY" });
  await stage.told();
  const disputed = async (deed: "take" | "won"): Promise<void> => {
    await disputeCard(world.db, reference, deed);
    const found = await card.disputes?.lookUp(disputeOf(reference));
    if (found?.kind !== "known") throw new Error("the card company knows no dispute");
    const means = { db: world.db, executor: desk.executor, feeBorneBy: "merchant", rates: NO_RATES } as const;
    expect(await bookReport(means, card.name, found.report)).toEqual({ kind: "booked" });
    expect(await stage.rested()).toMatchObject({ found: 0, error: null });
  };
  await stage.rested();
  expect(await both(card.name, "JPY")).toEqual({
    JPY: { provider_balance: "16078", fx: "-16078" },
    USD: { fx: "102.80", client_money: "-102.80" },
  });
  await disputed("take");
  const { JPY: taken, USD: owed } = await both(card.name, "JPY");
  expect(taken).toEqual({ provider_balance: `-${taken?.provider_costs}`, provider_costs: taken?.provider_costs });
  expect(owed).toEqual({});
  await disputed("won");
  expect(await both(card.name, "JPY")).toMatchObject({
    JPY: { fx: "-16078" },
    USD: { fx: "102.80", client_money: "-102.80" },
  });
  expect(await exchange("JPY")).toMatchObject({ gainInAll: 0n });
});

test("what is worth less than the smallest coin leaves client money though no line reports it", async () => {
  stage.rates({ KWD: "0.3074" });
  const escrow = await escrowOf(await stage.paid("100.00", { currency: "KWD" }));
  await stage.told();
  await stage.rested();
  // A cent is three thousandths of a dinar, and the last of them is not taken.
  await refunded(escrow, { amount: "0.01", reason: "damaged" }, 1);
  await stage.rested();
  const [rounding, ...others] = await stage.desk.sql("select * from house_entries where kind = 'rounding'");
  expect(rounding).toMatchObject({
    provider: "sandbox-card",
    currency: "USD",
    exchanged: "KWD",
    fx: "-1",
    client_money: "1",
  });
  expect(others).toEqual([]);
  const owed = "select sum(debits - credits) as outside from ledger_accounts where kind = 'external'";
  expect((await stage.desk.sql(owed))[0]).toEqual({ outside: "10279" });
  expect((await stage.balances())["client_money"]).toBe("-102.79");
  await refunded(escrow, {}, 2);
  await stage.rested();
  expect(await both("sandbox-card", "KWD")).toEqual({ KWD: {}, USD: {} });
});

test("in every currency, whole or in parts, all is nothing again once all went back", async () => {
  const rates = {
    KES: "129.35",
    UGX: "3650.5",
    NGN: "1543.21",
    XOF: "561.7",
    EUR: "0.8573",
    JPY: "156.4",
    KWD: "0.3074",
  };
  stage.rates(rates);
  const phones = { KES: "+254712345678", UGX: "+256772123456", NGN: "+2348031234567", XOF: "+2250712345678" };
  const parts = ["0.01", "33.33", "7.77"];
  for (const [nth, currency] of Object.keys(rates).entries()) {
    const phone = phones[currency as keyof typeof phones];
    const how = phone === undefined ? { currency } : { currency, method: "mobile_money" as const, phone };
    const escrow = await escrowOf(await stage.paid("99.97", how));
    await stage.told();
    const split = parts.slice(0, nth % 4);
    for (const [step, amount] of split.entries()) await refunded(escrow, { amount, reason: "damaged" }, step + 1);
    await refunded(escrow, {}, split.length + 1);
  }
  for (const provider of [mobile, stage.card]) expect(await stage.rested({}, provider)).toMatchObject({ found: 0 });
  expect(await stage.open()).toEqual([]);
  const accounts = "provider_balance, in_transit, bank, client_money, provider_costs, fees_received, fx, suspense";
  const rows = await stage.desk.sql(
    `select provider, currency from house_balances where (${accounts}) <> (0, 0, 0, 0, 0, 0, 0, 0)`,
  );
  expect(rows).toEqual([]);
  expect(await stage.desk.sql("select currency from fx_positions where abroad <> 0 or books <> 0")).toEqual([]);
  expect(await stage.desk.sql("select 1 from provider_movements where line is null")).toEqual([]);
});

test("float moves in the currency that it lies in", async () => {
  await stage.paid("100.00", SHILLINGS);
  await stage.told();
  const left = parseAmount("13000.00", "KES") as Cents;
  const settling = telling(mobile, (line) => {
    const one = line as object;
    return [one, { ...one, id: "po", type: "settlement", reference: null, amount: -left, net: -left }];
  });
  await stage.rested({}, settling);
  const moved = { provider: MOBILE, currency: "KES", reason: "Statement of our bank in Nairobi, page 3" };
  await moveFloat(stage.world.db, OPERATOR, { ...moved, move: "to_bank", amount: left });
  expect(await stage.balances(MOBILE, "KES")).toEqual({
    provider_balance: "297.18",
    bank: "13000.00",
    fx: "-13297.18",
  });
  await stage.read({}, settling);
  expect((await listCoveredDays(stage.world.db, 1))[0]).toMatchObject({ bank: cents("100.51"), isCovered: true });
  expect((await stage.desk.sql("select after from operator_actions"))[0]?.["after"]).toMatchObject({
    bank: "13000.00",
  });
});
