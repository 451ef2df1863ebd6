/** The house's book is written from what providers' statements say; where they and ours differ, somebody has to look. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { closeDifference } from "../../src/commands/close-difference.js";
import { lookAfterDifference } from "../../src/commands/look-after-difference.js";
import { moveFloat } from "../../src/commands/move-float.js";
import { openMetrics } from "../../src/platform/metrics.js";
import type { Provider } from "../../src/providers/port.js";
import type { StatementLine } from "../../src/providers/port-books.js";
import {
  listCoveredDays,
  listDifferences,
  listStatementDays,
  readBooksFigures,
} from "../../src/store/read/desk/books.js";
import { returnOutgoing } from "../../src/store/write/refund-returns.js";
import { wide } from "../bounds.js";
import { cents, until } from "../payments/desk.js";
import { NO_RATES } from "../rates.js";
import { confirmed, ORDER } from "../stories.js";
import { type BooksStage, OPERATOR, openBooksStage } from "./stage.js";

let stage: BooksStage;
beforeEach(async () => {
  stage = await openBooksStage();
});
afterEach(async () => {
  await stage.world.checkLedger();
  await stage.close();
});

const DAY = 86_400;
const first = async (): Promise<string> =>
  (await listDifferences(stage.world.db, { provider: null, day: null, isOpen: true, after: "0", limit: 1 }))[0]?.id ??
  "";

test("a payment that both have is booked once, however often the statement is read, and all that is owed is there", async () => {
  await stage.paid();
  await stage.told();
  expect(await stage.rested()).toMatchObject({ found: 0, error: null });
  expect(await stage.balances()).toEqual({ provider_balance: "102.80", client_money: "-102.80" });
  expect(await stage.read()).toEqual({ lines: 0, found: 0, error: null });
  expect(await stage.balances()).toEqual({ provider_balance: "102.80", client_money: "-102.80" });
  expect(await stage.open()).toEqual([]);
  expect((await listCoveredDays(stage.world.db, 1))[0]).toMatchObject({ isCovered: true, untold: 0n });
  expect(stage.alarms()).toEqual([]);
});

describe("differences", () => {
  test("money that only the provider reports stands in suspense, is looked up, and is matched once our books have it", async () => {
    await stage.paid();
    await stage.rested();
    expect(await stage.open()).toEqual(["theirs_only 102.80"]);
    expect(await stage.balances()).toEqual({ provider_balance: "102.80", suspense: "-102.80" });
    // It was looked up at once, and booked by those who ask providers.
    await until(async () => (await stage.desk.sql("select 1 from payments where status = 'SUCCEEDED'"))[0]);
    await stage.read();
    expect(await stage.open()).toEqual([]);
    expect(await stage.balances()).toEqual({ provider_balance: "102.80", client_money: "-102.80" });
  });

  test("what the statement lacks is asked about after three days, and the day does not add up; when the line comes both end", async () => {
    const reference = await stage.paid();
    await stage.told();
    await stage.fault(`in-${reference}-1`, "left_out");
    await stage.rested();
    expect(await stage.open()).toEqual([]);
    for (const _ of [1, 2, 3, 4]) {
      await stage.world.advance(DAY);
      await stage.read();
    }
    expect(await stage.open()).toEqual(["ours_only -102.80"]);
    const alarms = stage.alarms().map(({ what }) => what);
    expect(alarms).toContain("a statement lacks what we have booked");
    expect(alarms).toContain("client money is not covered");
    await stage.desk.sql("delete from sandbox_bank.statement_faults");
    await stage.desk.sql("update provider_statements set cursor = null");
    await stage.rested();
    expect(await stage.open()).toEqual([]);
    expect((await listCoveredDays(stage.world.db, 1))[0]?.isCovered).toBe(true);
  });

  test("money of a payment that failed, as far as we had heard, is looked up and booked once the statement reports it", async () => {
    const { desk, world } = stage;
    const reference = await stage.paid();
    const means = { db: world.db, executor: desk.executor, feeBorneBy: "merchant", rates: NO_RATES } as const;
    const failed = { about: "payment", reference, receipt: 1, outcome: "failed", failure: "declined" } as const;
    expect(await bookReport(means, stage.card.name, failed)).toEqual({ kind: "booked" });
    await stage.rested();
    expect(await stage.open()).toEqual(["theirs_only 102.80"]);
    await until(async () => (await desk.sql("select 1 from payments where status = 'SUCCEEDED'"))[0]);
    await stage.read();
    expect(await stage.open()).toEqual([]);
  });

  test("a refund that comes back when nobody looks for it any more is owed again, for the statement reports it", async () => {
    const { desk, world, shop } = stage;
    const payment = await stage.paid();
    await stage.told();
    const [of] = await desk.sql("select escrow_id from payments where reference = $1", [payment]);
    await shop.post(`/test_helpers/escrows/${of?.["escrow_id"]}/cancel`, {});
    const part = async () => (await desk.sql("select reference::text as reference, status from refund_parts"))[0] ?? {};
    await until(async () => (await part())["status"] === "SUCCEEDED");
    await until(async () => {
      await world.advance(DAY);
      return (await desk.sql("select 1 from provider_calls where kind = 'refund' and status = 'DONE'"))[0];
    });
    await returnOutgoing(world.db, stage.card.name, (await part())["reference"]);
    await stage.rested();
    expect(await stage.open()).toEqual(["status 102.80"]);
    await until(async () => (await part())["status"] === "FAILED");
    await stage.read();
    expect(await stage.open()).toEqual([]);
  });

  test("a line too many, and a fee that nobody agreed on", wide(), async () => {
    const [one, other] = [await stage.paid(), await stage.paid()];
    await stage.told();
    await stage.fault(`in-${one}-1`, "twice");
    await stage.fault(`in-${other}-1`, "fee");
    const share = { basisPoints: 0, fixed: cents("0.00"), min: cents("0.00"), max: null };
    await stage.rested({ providerFees: [{ provider: stage.card.name, method: "card", currency: "USD", share }] });
    expect([...(await stage.open())].sort()).toEqual(["fee 1.00", "twice 102.80"]);
    expect(await stage.balances()).toEqual({
      provider_balance: "307.40",
      provider_costs: "1.00",
      client_money: "-205.60",
      suspense: "-102.80",
    });
  });

  test("money that nobody has explained covers nothing that is owed", async () => {
    const [one, other] = [await stage.paid(), await stage.paid()];
    await stage.told();
    await stage.fault(`in-${one}-1`, "left_out");
    await stage.fault(`in-${other}-1`, "twice");
    const isCovered = async () => (await listCoveredDays(stage.world.db, 1))[0]?.isCovered;
    await stage.rested();
    // For three days what no line tells of is on its way.
    expect(await isCovered()).toBe(true);
    await stage.world.advance(4 * DAY);
    await stage.read();
    expect(await stage.balances()).toMatchObject({ provider_balance: "205.60", suspense: "-102.80" });
    expect(await isCovered()).toBe(false);
  });

  test(
    "a second transfer whose line comes before its notice is looked up now, and explained once it is booked",
    wide(),
    async () => {
      const { desk, shop, world } = stage;
      const bank = desk.providers.byName("sandbox-bank") as Provider;
      const escrow = await confirmed(shop, { ...ORDER, amount: "100.00" });
      const { reference } = await desk.begun(escrow, "bank");
      const arrived = (count: number) =>
        until(async () => (await desk.payments(escrow)).filter(({ received }) => received > 0n).length === count);
      const later = "update provider_calls set due_at = due_at + 1000000000000 where kind = 'look_up'";
      await desk.transfer(reference, "40.00");
      await world.advance(121);
      await arrived(1);
      await desk.sql(later);
      await desk.transfer(reference, "62.80");
      await stage.rested({}, bank);
      expect(await stage.open()).toEqual(["theirs_only 62.80"]);
      await arrived(2);
      await stage.read({}, bank);
      expect(await stage.open()).toEqual([]);
      expect(await stage.balances(bank.name)).toEqual({ provider_balance: "102.80", client_money: "-102.80" });
    },
  );

  test("a provider that says other amounts, currencies and kinds of lines is not believed blindly", async () => {
    const [one, other] = [await stage.paid(), await stage.paid()];
    await stage.told();
    const changed: Provider = {
      ...stage.card,
      statement: async (from, cursor) => {
        const page = await stage.card.statement(from, cursor);
        if (page.kind === "unreachable") return page;
        const lines = page.lines.flatMap((line) => {
          if (line.reference === one) return [{ ...line, amount: cents("100.00"), net: cents("100.00") }];
          if (line.reference !== other) return [line];
          return [
            { ...line, currency: "EUR" },
            { ...line, id: "hold", type: "other" as const, reference: null },
          ];
        });
        return { ...page, lines };
      },
    };
    await stage.rested({}, changed);
    expect([...(await stage.open())].sort()).toEqual(["amount -2.80", "currency 102.80", "unknown_type 102.80"]);
    expect(await stage.balances()).toEqual({
      provider_balance: "202.80",
      client_money: "-102.80",
      suspense: "-100.00",
    });
  });

  test(
    "what left and came back unheard explains itself after three days, and what left once more does not",
    wide(),
    async () => {
      const ten = cents("10.00");
      const told = (type: "refund" | "refund_returned", id: number): StatementLine => {
        const amount = type === "refund" ? (-ten as typeof ten) : ten;
        const line = { id: `line ${id}`, type, object: null, reference: "HF2222222222", currency: "USD" } as const;
        return { ...line, amount, fee: cents("0.00"), net: amount, at: 1_700_000_000, availableAt: 1_700_000_000 };
      };
      const lines = (["refund", "refund_returned", "refund"] as const).map(told);
      const provider: Provider = {
        ...stage.card,
        statement: async () => ({ kind: "page", lines, cursor: null, hasMore: false }),
      };
      await stage.rested({}, provider);
      expect(await stage.open()).toHaveLength(3);
      await stage.world.advance(3 * DAY);
      await stage.read({}, provider);
      expect(await stage.open()).toEqual(["theirs_only -10.00"]);
      expect(await stage.balances()).toEqual({ provider_balance: "-10.00", suspense: "10.00" });
    },
  );

  test("are closed by a person who says why and where it goes, once, and the log has it", async () => {
    const reference = await stage.paid();
    await stage.told();
    await stage.fault(`in-${reference}-1`, "twice");
    await stage.rested();
    const id = await first();
    expect(await lookAfterDifference(stage.world.db, OPERATOR, id)).toMatchObject({ ok: true });
    const given = { id, bookedTo: "fees_received", reason: "They gave us a rebate." } as const;
    expect(await closeDifference(stage.world.db, OPERATOR, given)).toMatchObject({ ok: true });
    expect(await closeDifference(stage.world.db, OPERATOR, given)).toMatchObject({ ok: false, reason: "stale" });
    expect(await stage.balances()).toEqual({
      provider_balance: "205.60",
      client_money: "-102.80",
      fees_received: "-102.80",
    });
    const [closed] = await listDifferences(stage.world.db, {
      provider: null,
      day: null,
      isOpen: false,
      after: "0",
      limit: 1,
    });
    expect(closed).toMatchObject({ status: "CLOSED", lookedAfterBy: OPERATOR.name, closedBy: OPERATOR.name });
    expect(await stage.desk.sql("select action, reason from operator_actions")).toEqual([
      { action: "close_difference", reason: given.reason },
    ]);
    for (const text of [
      "update reconciliation_differences set amount = 1",
      "delete from reconciliation_differences",
      "update provider_lines set amount = 1",
      "update house_entries set note = ''",
      "update house_balances set bank = 1",
      "update provider_movements set amount = 1",
    ])
      await expect(stage.desk.sql(text), text).rejects.toThrow();
  });
});

describe("days", () => {
  test("are closed when the next is over, one after the other, and equal what the provider said", wide(), async () => {
    await stage.paid();
    await stage.told();
    for (const _ of [1, 2, 3, 4, 5]) {
      await stage.rested();
      await stage.world.advance(DAY - 7_200);
    }
    await stage.read();
    const days = await listStatementDays(stage.world.db, { provider: null, day: null, limit: 10 });
    expect(days.length).toBeGreaterThanOrEqual(3);
    expect(days.at(-1)).toMatchObject({
      lines: 1,
      opening: 0n,
      moved: cents("102.80"),
      closing: cents("102.80"),
      off: 0n,
    });
    expect(days[0]).toMatchObject({ lines: 0, opening: cents("102.80"), closing: cents("102.80"), off: 0n });
    expect(stage.alarms()).toEqual([]);
  });

  test("that lack a line are off by it", async () => {
    const reference = await stage.paid();
    await stage.paid();
    await stage.told();
    await stage.fault(`in-${reference}-1`, "left_out");
    for (const _ of [1, 2, 3]) {
      await stage.rested();
      await stage.world.advance(DAY - 7_200);
    }
    await stage.read();
    const [day] = (await listStatementDays(stage.world.db, { provider: null, day: null, limit: 10 })).slice(-1);
    expect(day).toMatchObject({ closing: cents("102.80"), off: cents("102.80") });
    expect(stage.alarms().map(({ what }) => what)).toContain("a day does not add up");
  });
});

test(
  "float that goes to the bank and comes back is two entries each, and the house's own money covers what costs took",
  wide(),
  async () => {
    await stage.paid();
    await stage.told();
    const payout: Provider = {
      ...stage.card,
      statement: async (from, cursor) => {
        const page = await stage.card.statement(from, cursor);
        if (page.kind === "unreachable") return page;
        const lines = page.lines.flatMap((line) => {
          const amount = cents("102.80");
          const left = { ...line, id: "po", type: "settlement" as const, reference: null };
          return [line, { ...left, amount: -amount as typeof amount, net: -amount as typeof amount }];
        });
        return { ...page, lines };
      },
    };
    await stage.rested({}, payout);
    expect(await stage.balances()).toEqual({ in_transit: "102.80", client_money: "-102.80" });
    const reason = "Statement of our bank, page 3";
    const moved = { provider: stage.card.name, currency: "USD", reason };
    await moveFloat(stage.world.db, OPERATOR, { ...moved, move: "to_bank", amount: cents("102.80") });
    expect(await stage.balances()).toEqual({ bank: "102.80", client_money: "-102.80" });
    await moveFloat(stage.world.db, OPERATOR, { ...moved, move: "own_in", amount: cents("50.00") });
    expect(await stage.balances("house")).toEqual({ bank: "50.00", fees_received: "-50.00" });
    await stage.read({}, payout);
    expect((await listCoveredDays(stage.world.db, 1))[0]).toMatchObject({
      isCovered: true,
      bank: cents("152.80"),
    });
    expect(await stage.desk.sql("select action from operator_actions")).toEqual([
      { action: "move_float" },
      { action: "move_float" },
    ]);
  },
);

test("alarms tell of a float that is low and of client money that is not covered; the figures say so", async () => {
  await stage.paid();
  await stage.told();
  const floatAlarms = [{ provider: stage.card.name, currency: "USD", least: cents("500.00") }];
  await stage.rested({ floatAlarms });
  expect(stage.alarms().map(({ what }) => what)).toEqual(["float is low", "float is low"]);
  expect(await readBooksFigures(stage.world.db)).toEqual({
    open: [],
    balances: [{ provider: stage.card.name, currency: "USD", amount: 102.8 }],
    isCovered: true,
  });
  const metrics = openMetrics({ pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } });
  metrics.watchBooks(() => readBooksFigures(stage.world.db));
  const { text } = await metrics.render();
  expect(text).toContain('holdfast_provider_balance{provider="sandbox-card",currency="USD"} 102.8\n');
  expect(text).toContain("holdfast_client_money_covered 1\n");
});

test("a provider that is down is read later, and nothing is lost", async () => {
  await stage.paid();
  await stage.told();
  await stage.desk.mood("sandbox-card", { down: true });
  expect(await stage.read()).toMatchObject({ lines: 0, error: "it does not answer" });
  await stage.desk.mood("sandbox-card", {});
  await stage.rested();
  expect(await stage.balances()).toEqual({ provider_balance: "102.80", client_money: "-102.80" });
});

test("what moved in the very second of the last line, and was written after that was told, is told as well", async () => {
  const begun = async (): Promise<string> =>
    (await stage.desk.begun(await confirmed(stage.shop, { ...ORDER, amount: "100.00" }))).reference;
  const [early = "", late = ""] = [await begun(), await begun()].sort();
  await stage.desk.typeCard(late);
  expect(await stage.read()).toMatchObject({ lines: 1 });
  await stage.desk.typeCard(early);
  await stage.desk.sql("update sandbox_bank.receipts set created = (select min(created) from sandbox_bank.receipts)");
  expect(await stage.read()).toMatchObject({ lines: 1 });
  expect(await stage.read()).toMatchObject({ lines: 0 });
});
