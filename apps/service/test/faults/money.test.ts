/**
 * Orders by every method, with providers that fail in every way they can, workers that are killed, and forty days that go by.
 * Then all is well again: everything is at rest, our books are right and equal theirs, nothing was done twice, and no line of
 * a log tells a secret, a phone or an address.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { bound, withinMs } from "../bounds.js";
import { cleanUp, until } from "../process/launch.js";
import { TWO_PARTS } from "../stories.js";
import { expectNothingTwice, expectReconciled, expectSameBooks, expectSilentLogs } from "./money-books.js";
import { changeBankBehaviour, dispute, endFaults, openPost, type Post, play } from "./money-chance.js";
import { type Fixture, openFixture } from "./money-fixture.js";
import { type Begun, expectFound, INJECTED, payWrongly, repair } from "./money-injected.js";
import { LOOK_EVERY_MS, ordered, rest, settled, trade } from "./money-run.js";
import { patiently } from "./patience.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "./random.js";

const ORDERS = bound("chaosOrders");
const DAY = 86_400;
const DAYS = 40;
const OFFERS = [{ title: "Bowl", amount: "249.90" }, TWO_PARTS];

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
    const { shop, escrow } = await ordered(fixture, luck, OFFERS);
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
  await settled(fixture, post.deliver);
  await fixture.advance(130);
  await wait("status = 'SUCCEEDED'");
  await fixture.readStatements();
  await expectFound(fixture, begun);
  console.log(`chaos of money: ${begun.length} differences put in, and found`);
  await repair(fixture);
  await patiently(fixture.world.checkLedger);
}

async function story(luck: Chance): Promise<void> {
  const fixture = await openFixture(luck, 1 + Math.ceil(ORDERS / 100));
  const post = openPost(fixture, luck);
  try {
    await trade(fixture, luck, {
      count: ORDERS,
      offers: OFFERS,
      act: (row, dice) => (dice < 0.87 ? play : dispute)(fixture, luck, row),
      meanwhile: () => meanwhile(fixture, { luck, post }),
    });
    for (let day = 0; day < DAYS; day += 4) {
      await changeBankBehaviour(fixture, luck);
      await fixture.advance(4 * DAY);
      await settled(fixture, post.deliver);
    }
    await endFaults(fixture, luck);
    post.settle();
    await rest(fixture, post.deliver);
    // What came when nobody looked any more, and whose notice was lost, statements tell of.
    await fixture.readStatements();
    await rest(fixture, post.deliver);
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

async function meanwhile(fixture: Fixture, { luck, post }: { luck: Chance; post: Post }): Promise<void> {
  if (luck.happens(0.4)) await changeBankBehaviour(fixture, luck);
  if (luck.happens(KILLS_PER_TURN)) await fixture.kill();
  await post.deliver();
  await fixture.advance(luck.pick([5, 60, 130, 700, 4_000]));
}

/** A start of a process is most of what a short run costs. */
const KILLS_PER_TURN = 0.1;
