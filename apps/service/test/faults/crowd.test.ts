/**
 * A crowd of buyers with browsers, their merchants, an operator and time, each at random, while the providers notify twice,
 * late, in the wrong order, with forged signatures or not at all, and are down or refuse to pay back. No cent is lost.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, withinMs } from "../bounds.js";
import type { Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { type Desk, openDesk } from "../payments/desk.js";
import { type Buyer, newBuyer } from "./buyers.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "./random.js";

let world: World;
let shops: readonly [Merchant, Merchant];
let desk: Desk;
beforeAll(async () => {
  // Requests come by way of a load balancer here, so that buyers come from networks of their own.
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
  shops = [await world.merchant("Northwind Ceramics"), await world.merchant("Tidewater Tiles")];
  desk = await openDesk(world, shops[0]);
});
afterAll(async () => {
  await desk?.close();
  await world?.close();
});

/** Those who are there at the same time: time that passes does not end the orders of all. */
const COHORT = bound("cohortBuyers");
const BUYERS = COHORT * bound("cohorts");
const STEPS = 5;
/** A cohort walks on so far until chance has let an order come to its good end. */
const STEPS_MAX = 40;
const AT_ONCE = 10;
/** Seconds: past prompts, late notices and look-ups often, past reviews and deadlines now and then. */
const LEAPS = [5, 5, 60, 60, 125, 125, 700, 700, 700, 3_600, 10_000, 40_000, 100_000, 300_000];
const PROVIDERS = ["sandbox-card", "sandbox-mobile-money", "sandbox-bank"];

test(
  "after any walk of many buyers the books balance, and what they paid is held, released, earned or refunded",
  async () => {
    const seed = seedOfThisRun();
    await withSeed(seed, "a walk of many buyers", () => walk(seed));
  },
  withinMs("cohorts", 60_000),
);

async function walk(seed: number): Promise<void> {
  const luck = chance(seed);
  const buyers: Buyer[] = [];
  for (let first = 0; first < BUYERS; first += COHORT) {
    const cohort = await each(
      Array.from({ length: COHORT }, (_, at) => first + at),
      (number) => newBuyer(world, luck.pick(shops), { number, seed }),
    );
    await each(cohort, (buyer) => buyer.arrive());
    for (let turn = 0; turn < STEPS || (turn < STEPS_MAX && !(await hasEarned())); turn += 1) {
      await each(cohort, async (buyer) => {
        if (luck.happens(0.02)) await changeBankBehaviour(luck);
        if (luck.happens(0.006)) await pass(luck.pick(LEAPS));
        await buyer.step();
      });
    }
    buyers.push(...cohort);
  }
  await calmDown();
  await expectNoBreakdown();
  await world.checkLedger();
  await compareBooks(buyers.reduce<bigint>((sum, buyer) => sum + buyer.spent(), 0n));
}

async function hasEarned(): Promise<boolean> {
  const [row] = await desk.sql("select exists (select 1 from escrows where fees_earned > 0) as yes");
  return row?.["yes"] === true;
}

/** Some at a time, until all are done or one has failed. */
async function each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    for (const [at, item] of left) {
      if (hasFailed) return;
      results[at] = await work(item);
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
    lane().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.all(lanes);
  return results;
}

const changeBankBehaviour = ({ pick, happens }: Chance): Promise<void> =>
  desk.mood(pick(PROVIDERS), {
    notices: pick(["once", "once", "twice", "twice", "later", "reversed", "reversed", "never", "forged"]),
    down: happens(0.2),
    refusesRefunds: happens(0.1),
  });

async function pass(seconds: number): Promise<void> {
  const { status, text } = await shops[0].post("/test_helpers/clock/advance", { seconds });
  expect(status, text).toBe(200);
}

/** The providers have good days, and time passes until nobody waits for anybody. */
async function calmDown(): Promise<void> {
  for (const provider of PROVIDERS) await desk.mood(provider, {});
  const end = performance.now() + 120_000;
  for (;;) {
    await pass(500_000);
    const [open] = await desk.sql(
      `select (select count(*) from checkout_sessions where status = 'OPEN')::int as sessions,
         (select count(*) from escrows where due_at is not null)::int as escrows,
         (select count(*) from payments where status in ('CREATED', 'PENDING'))::int as payments,
         (select count(*) from refunds where status in ('PENDING', 'SENT'))::int as refunds,
         (select count(*) from sandbox_bank.notices where due_at is not null)::int as notices,
         (select count(*) from provider_calls where status = 'OPEN')::int as calls`,
    );
    if (Object.values(open!).every((count) => count === 0)) return;
    if (performance.now() > end) throw new Error(`still open: ${JSON.stringify(open)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Buyers and shops have looked at their answers; the providers, who only try again, have not. */
async function expectNoBreakdown(): Promise<void> {
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  const answers = metrics.split("\n").filter((line) => line.startsWith("holdfast_http_request_seconds_count{"));
  expect(answers.filter((line) => /callbacks.*status="2/.test(line))).not.toEqual([]);
  expect(answers.filter((line) => line.includes('status="5'))).toEqual([]);
}

/** @param spent by all buyers, as they know themselves. */
async function compareBooks(spent: bigint): Promise<void> {
  const perProvider = await desk.sql(
    `select provider, coalesce(p.received, 0)::text as received, coalesce(t.received, 0)::text as taken,
       coalesce(r.paid, 0)::text as paid_back, coalesce(o.paid, 0)::text as given_back
     from (select provider, sum(received) as received from payments group by 1) p
     full join (select provider, sum(amount) as received from sandbox_bank.receipts group by 1) t using (provider)
     full join (select provider, sum(amount) as paid from refund_parts
       join payments on (payments.account_id, payments.escrow_id, payments.id)
         = (refund_parts.account_id, refund_parts.escrow_id, refund_parts.payment_id)
       where refund_parts.status = 'SUCCEEDED' group by 1) r using (provider)
     full join (select provider, sum(amount) as paid from sandbox_bank.outgoing where not is_refused group by 1) o
       using (provider)
     order by provider`,
  );
  expect(perProvider.map(({ provider }) => provider)).toEqual([...PROVIDERS].sort());
  for (const { received, taken, paid_back, given_back } of perProvider) {
    expect({ received, paid_back }).toEqual({ received: taken, paid_back: given_back });
  }
  const [sums] = await desk.sql<Record<string, string>>(
    `select (select sum(received) from payments)::text as received,
       (select sum(held) from escrows)::text as held, (select sum(released) from escrows)::text as released,
       (select sum(fees_earned) from escrows)::text as earned,
       (select sum(amount) from refund_parts where status = 'SUCCEEDED')::text as refunded,
       (select coalesce(sum(amount), 0) from refund_parts where status = 'FAILED')::text as owed`,
  );
  const sum = (name: string): bigint => BigInt(sums![name]!);
  expect(sum("received")).toBe(spent);
  expect(sum("received")).toBe(sum("held") + sum("released") + sum("earned") + sum("refunded") + sum("owed"));
  // Enough has happened for this to mean something.
  for (const name of ["held", "released", "earned", "refunded"]) expect(sum(name), name).toBeGreaterThan(0n);
}
