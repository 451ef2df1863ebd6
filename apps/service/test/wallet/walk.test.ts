/**
 * The statement adds up to the wallet, whatever happens at once: random walks of sales, settlements and payouts that are
 * asked for, called back, paid and refused, in two processes, with the statement checked after every step.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelPayout } from "../../src/commands/cancel-payout.js";
import type { DestinationId, PayoutId } from "../../src/domain/ids.js";
import { formatMoney } from "../../src/domain/money.js";
import { statementCsv } from "../../src/pages/console/wallet/statement/csv.js";
import { ALL_TIME, linesAfter } from "../../src/store/read/money/wallet.js";
import { bound, withinMs } from "../bounds.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "../faults/random.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, resolve, submit, TWO_PARTS } from "../stories.js";
import { cents, expectStatementAddsUp, openPurse, type Purse } from "./wallet.js";

let world: World;
beforeAll(async () => {
  // No worker of its own pays anything out between two looks at the books.
  world = await startWorld({ role: "web" });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const STEPS = 14;
const SEED = seedOfThisRun();

type Walk = {
  readonly shop: Merchant;
  /** One for each process. */
  readonly purses: readonly [Purse, Purse];
  readonly destinations: readonly DestinationId[];
  readonly orders: Json[];
  readonly payouts: PayoutId[];
  readonly random: Chance;
};

type Step = (walk: Walk) => Promise<unknown>;

const someAmount = (random: Chance): string =>
  formatMoney((cents("0.00") + BigInt(random.integer(50, 15_000))) as never);

const STEPS_OF: Readonly<Record<string, Step>> = {
  sell: async ({ shop, orders }) => {
    orders.push(await funded(shop, TWO_PARTS));
  },
  approve: async ({ shop, orders, random }) => {
    if (orders.length === 0) return;
    const order = orders.splice(random.integer(0, orders.length - 1), 1)[0] as Json;
    for (const index of random.happens(0.5) ? [0, 1] : [0]) {
      await submit(shop, order, index);
      await asBuyer(shop, order, "approve", index);
    }
  },
  settle: async ({ shop, orders, random }) => {
    const order = orders.pop();
    if (order === undefined) return;
    await asBuyer(shop, order, "dispute", 0, { reason: "broken" });
    const release = random.integer(0, 24_990);
    const text = (amount: number): string => (amount / 100).toFixed(2);
    await resolve(shop, order, { outcome: "settle", release: text(release), refund: text(24_990 - release) });
  },
  request: async ({ purses, destinations, payouts, random }) => {
    const requested = await random.pick(purses).request(random.pick(destinations), someAmount(random));
    if (requested.ok) payouts.push(requested.value.payout);
  },
  requestAll: async ({ purses, destinations, payouts, random }) => {
    const { available } = await purses[0].view();
    const requested = await random.pick(purses).request(random.pick(destinations), formatMoney(available));
    if (requested.ok) payouts.push(requested.value.payout);
  },
  cancel: async ({ purses, payouts, random }) => {
    if (payouts.length === 0) return;
    const purse = random.pick(purses);
    await cancelPayout(purse.executor, { account: purse.account, payout: random.pick(payouts) });
  },
  send: async ({ purses, random }) => {
    await purses[0].makeDue();
    await random.pick(purses).send();
  },
};

/** Fields of RFC 4180 that hold no line breaks, which those of this story do not. */
const columnsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, field]) => field ?? "");

async function expectCsvSaysTheSame(purse: Purse): Promise<void> {
  const parts: string[] = [];
  for await (const part of statementCsv(
    (part) => linesAfter(world.db, purse.account, { ...part, span: ALL_TIME }),
    null,
  ))
    parts.push(part);
  const [, ...rows] = parts.join("").split("\r\n").slice(0, -1).map(columnsOf);
  const lines = await purse.lines();
  const inCents = (text: string): bigint => BigInt(text.replace(".", ""));
  expect(rows.map((row) => inCents(row[8] as string))).toEqual(lines.map(({ amount }) => amount));
  expect(rows.map((row) => inCents(row[9] as string))).toEqual(lines.map(({ balanceAfter }) => balanceAfter));
  expect(rows.every((row) => row.length === 10)).toBe(true);
}

test(
  "random walks, each step three things at once",
  async () => {
    const random = chance(SEED);
    const seen = new Set<string>();
    const kinds = new Set<string>();
    await withSeed(SEED, "a walk", async () => {
      for (let walked = 0; walked < bound("purses"); walked += 1) {
        const shop = await world.merchant();
        const purses = [openPurse(world, shop), openPurse(world, shop)] as const;
        const [purse] = purses;
        const destinations = [
          await purse.destination(),
          await purse.destination({ kind: "bank", number: `99887700${walked}0002` }),
        ];
        const walk: Walk = { shop, purses, destinations, orders: [], payouts: [], random };
        await purse.earn("120.00");
        for (let step = 0; step < STEPS; step += 1) {
          const names = Object.keys(STEPS_OF);
          await Promise.all([1, 2, 3].map(() => STEPS_OF[random.pick(names)]?.(walk)));
          await expectStatementAddsUp(purse);
        }
        await expectCsvSaysTheSame(purse);
        for (const { status } of await purse.sql("select distinct status from payouts where account_id = $1", [
          shop.account,
        ]))
          seen.add(status);
        for (const { kind } of await purse.lines()) kinds.add(kind);
        const [sums] = await purse.sql(
          `select (select coalesce(sum(amount), 0)::text from payouts where account_id = $1 and status = 'PAID') as ours,
           (select coalesce(sum(o.amount), 0)::text from sandbox_bank.outgoing o join payouts p on p.reference::text = o.reference
            where p.account_id = $1 and not o.is_refused) as theirs`,
          [shop.account],
        );
        expect(sums?.["ours"]).toBe(sums?.["theirs"]);
      }
    });
    // The walks went somewhere.
    expect(seen.size).toBeGreaterThanOrEqual(2);
    expect(kinds.size).toBeGreaterThanOrEqual(2);
  },
  withinMs("purses", 10_000),
);
