/**
 * Orders by every method, with providers that fail in every way they can, workers that are killed, and forty days that go by.
 * Then all is well again: everything is at rest, our books are right and equal theirs, nothing was done twice, and no line of
 * a log tells a secret, a phone or an address.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { retryCall } from "../../src/commands/retry-call.js";
import { retryPayout } from "../../src/commands/retry-payout.js";
import { retryRefund } from "../../src/commands/retry-refund.js";
import type { PayoutId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { listFailedRefunds, listParkedCalls, listParkedPayouts } from "../../src/store/read/desk/stuck.js";
import { bound, withinMs } from "../bounds.js";
import type { Json, Merchant } from "../harness.js";
import { cleanUp, until } from "../process/launch.js";
import { TWO_PARTS } from "../stories.js";
import { expectNothingTwice, expectReconciled, expectSameBooks, expectSilentLogs } from "./money-books.js";
import { changeBankBehaviour, dispute, endFaults, openPost, type Post, play, type Row } from "./money-chance.js";
import { type Fixture, openFixture } from "./money-fixture.js";
import { type Begun, expectFound, INJECTED, payWrongly, repair } from "./money-injected.js";
import { heard, patiently } from "./patience.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "./random.js";

const ORDERS = bound("chaosOrders");
const AT_ONCE = 15;
const STEPS = 6;
const DAY = 86_400;
const DAYS = 40;

afterAll(cleanUp);

test(
  "whatever fails, money ends where it belongs: at rest, once, and in both books alike",
  async () => {
    const seed = seedOfThisRun();
    console.log(`chaos of money: HOLDFAST_SEED=${seed}`);
    await withSeed(seed, "the chaos of money", () => story(chance(seed)));
  },
  withinMs("chaosOrders", 8_000),
);

/** New orders, of which statements tell wrongly: that is found, each for what it is, and once it is repaired nothing is left. */
async function wronged(fixture: Fixture, { luck, post }: { luck: Chance; post: Post }): Promise<void> {
  const all = INJECTED.flatMap(({ wrong, ...by }) => wrong.map((one) => ({ ...by, wrong: one })));
  const begun: Begun[] = [];
  for (const { provider, wrong, ...by } of all) {
    const { shop, escrow } = await ordered(fixture, luck);
    expect(await fixture.start(shop, escrow, by)).toMatchObject({ ok: true });
    const [made] = await fixture.sql("select provider, reference from payments where escrow_id = $1", [escrow["id"]]);
    expect(made?.["provider"]).toBe(provider);
    begun.push({ provider, reference: made?.["reference"], wrong });
  }
  const wait = (where: string) =>
    until(
      async () => {
        await sleep(LOOK_EVERY_MS);
        const left = "select 1 from payments where reference = any($1) and not (";
        return (await fixture.sql(`${left}${where})`, [begun.map(({ reference }) => reference)])).length === 0;
      },
      `payments are ${where}`,
      300_000,
    );
  await wait("instructions is not null");
  for (const one of begun) await payWrongly(fixture, one);
  await settled(fixture, post);
  await fixture.advance(130);
  await wait("status = 'SUCCEEDED'");
  await fixture.readStatements();
  await expectFound(fixture, begun);
  console.log(`chaos of money: ${begun.length} differences put in, and found`);
  await repair(fixture);
  await patiently(fixture.world.checkLedger);
}

type Order = { readonly shop: Merchant; readonly escrow: Json };

async function story(luck: Chance): Promise<void> {
  const fixture = await openFixture(luck, 1 + Math.ceil(ORDERS / 100));
  const post = openPost(fixture, luck);
  try {
    for (let made = 0; made < ORDERS; made += AT_ONCE) {
      const orders = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, ORDERS - made) }, () => ordered(fixture, luck)),
      );
      for (let turn = 0; turn < STEPS; turn += 1) {
        await Promise.all(orders.map((order) => step(fixture, luck, order)));
        await meanwhile(fixture, { luck, post });
      }
    }
    for (let day = 0; day < DAYS; day += 4) {
      await changeBankBehaviour(fixture, luck);
      await fixture.advance(4 * DAY);
      await settled(fixture, post);
    }
    await endFaults(fixture, luck);
    post.settle();
    await rest(fixture, post);
    // What came when nobody looked any more, and whose notice was lost, statements tell of.
    await fixture.readStatements();
    await rest(fixture, post);
    await patiently(fixture.world.checkLedger);
    await expectSameBooks(fixture);
    await expectNothingTwice(fixture);
    expectSilentLogs(fixture);
    await expectReconciled(fixture);
    await wronged(fixture, { luck, post });
  } finally {
    await fixture.close();
  }
}

async function ordered({ shops }: Fixture, { pick, integer }: Chance): Promise<Order> {
  const shop = pick(shops);
  const offer = pick([{ title: "Bowl", amount: "249.90" }, TWO_PARTS]);
  const buyer = { buyer_email: `buyer.${integer(1, 1e9)}@example.com` };
  return patiently(async () => {
    const session = await shop.post("/checkout/sessions", offer);
    await heard(session.status);
    const escrow = await shop.post(`/test_helpers/checkout/sessions/${session.body["id"]}/confirm`, buyer);
    expect(await heard(escrow.status)).toBe(200);
    return { shop, escrow: escrow.body };
  });
}

/** Somebody does something about an order, sensible or not: what is not possible is refused, and that is all. */
async function step(fixture: Fixture, luck: Chance, { shop, escrow }: Order): Promise<unknown> {
  const dice = luck.next();
  const id = escrow["id"];
  const milestone = `/escrows/${id}/milestones/${escrow["milestones"][0].id}`;
  if (dice < 0.25) return fixture.start(shop, escrow);
  if (dice < 0.7) {
    const rows = await fixture.sql("select provider, method, reference from payments where escrow_id = $1", [id]);
    if (rows.length === 0) return fixture.start(shop, escrow);
    const row = luck.pick(rows) as Row;
    return patiently(async () => (dice < 0.64 ? play : dispute)(fixture, luck, row));
  }
  if (dice < 0.74) return shop.post(`/test_helpers/escrows/${id}/${luck.pick(["cancel", "decline"])}`, {});
  if (dice < 0.8) return shop.post(`/escrows/${id}/refunds`, luck.pick(refundsOf(escrow)));
  if (dice < 0.88) return shop.post(`${milestone}/submit`, { submission_details: "DHL 4410 8823 7712" });
  if (dice < 0.95) return shop.post(`/test_helpers${milestone}/approve`, {});
  return fixture.payOut(shop);
}

/** What a shop gives back: a little, twice what there may be left, one part, or all. */
const refundsOf = ({ milestones }: Json): readonly Json[] => [
  { amount: "10.00", reason: "damaged" },
  { amount: "199.90", reason: "requested_by_customer" },
  { milestone_id: milestones[0].id },
  {},
];

async function meanwhile(fixture: Fixture, { luck, post }: { luck: Chance; post: Post }): Promise<void> {
  if (luck.happens(0.4)) await changeBankBehaviour(fixture, luck);
  if (luck.happens(KILLS_PER_TURN)) await fixture.kill();
  await post.deliver();
  await fixture.advance(luck.pick([5, 60, 130, 700, 4_000]));
}

/** A start of a process is most of what a short run costs. */
const KILLS_PER_TURN = 0.1;

/** It looks at every table that something may wait in. */
const LOOK_EVERY_MS = 100;

/**
 * Until nothing is due that somebody could take: not what a worker holds, or held when it died, nor what waits for a provider
 * that is left alone.
 */
async function settled({ sql }: Fixture, post: Post): Promise<void> {
  await post.deliver();
  const due = (table: string): string =>
    `(select count(*) from ${table} c where status = 'OPEN' and due_at <= service_now_ms()
       and (leased_until is null or leased_until < clock_timestamp())
       and not exists (select 1 from provider_health h where h.provider = c.provider and held_until > service_now_ms()))`;
  const notices = (table: string): string => `(select count(*) from ${table} where due_at <= service_now_ms())`;
  const tables = [
    ...["provider_calls", "payout_calls"].map(due),
    ...["provider_notices", "sandbox_bank.notices"].map(notices),
  ];
  await until(
    async () => {
      await sleep(LOOK_EVERY_MS);
      const [left] = await sql(`select ${tables.join(" + ")} as due`);
      return Number(left?.["due"]) === 0;
    },
    "nothing is due",
    300_000,
  );
}

const OPEN = `
  select (select count(*) from payments where status in ('CREATED', 'PENDING'))::int as payments,
    (select count(*) from refunds where status <> 'SUCCEEDED')::int as refunds,
    (select count(*) from chargebacks where status not in ('WON', 'LOST'))::int as chargebacks,
    (select count(*) from payouts where status in ('REQUESTED', 'SENT', 'PARKED'))::int as payouts,
    (select count(*) from provider_calls where status <> 'DONE')::int as calls,
    (select count(*) from payout_calls where status <> 'DONE')::int as payout_calls,
    (select count(*) from provider_notices where status in ('NEW', 'PARKED'))::int as notices,
    (select count(*) from sandbox_bank.notices where due_at is not null)::int as untold`;

/** Longer than a payment, a refund or a payout may be looked at: the longest is a transfer, for three months. */
const ROUNDS = 30;

async function rest(fixture: Fixture, post: Post): Promise<void> {
  // What a worker held when it died is taken by another when its lease is over, which real time tells.
  const held = ["provider_calls", "payout_calls", "provider_notices"]
    .map((table) => `select 1 from ${table} where leased_until > clock_timestamp() and due_at <= service_now_ms()`)
    .join(" union all ");
  await until(
    async () => (await sleep(LOOK_EVERY_MS, await fixture.sql(held))).length === 0,
    "no lease is left",
    300_000,
  );
  let left: Json | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    await fixture.advance(9 * DAY);
    await settled(fixture, post);
    await patiently(() => operate(fixture));
    [left] = await fixture.sql(OPEN);
    if (Object.values(left ?? {}).every((count) => count === 0)) return;
  }
  const stuck = await fixture.sql(
    `select kind, provider, status, tries, said, error, due_at from provider_calls where status <> 'DONE'
     union all select 'payout', provider, status, tries, said, error, due_at from payout_calls where status <> 'DONE' limit 10`,
  );
  throw new Error(`this never came to rest: ${JSON.stringify(left)}, ${JSON.stringify(stuck)}`);
}

/** What an operator does at the desk: another try of all that waits for a person. */
async function operate({ world: { db } }: Fixture): Promise<void> {
  const executor = openExecutor(db);
  const by = (account: string) => ({ operator: COMMAND_LINE, account: account as never, reason: "" });
  for (const one of await listParkedCalls(db)) await retryCall(db, by(one.account), one);
  for (const one of await listFailedRefunds(db))
    await retryRefund(executor, by(one.account), { ...one, secondFrom: null });
  for (const one of await listParkedPayouts(db)) {
    await retryPayout(executor, by(one.account), { payout: one.payout as PayoutId, secondFrom: null });
  }
}
