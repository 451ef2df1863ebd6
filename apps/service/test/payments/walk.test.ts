/**
 * A hundred buyers who pay at random, by providers that have bad days at random. Then the days are good again and time
 * passes: nothing is left hanging, the books balance, and so do ours with the providers'.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, withinMs } from "../bounds.js";
import { chance, seedOfThisRun, withSeed } from "../faults/random.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { confirmed, submit, TWO_PARTS } from "../stories.js";
import { type Desk, openDesk, type Row, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterAll(async () => {
  await desk.close();
  await world.close();
});

const BUYERS = bound("payers");
const STEPS = 6;
const PROVIDERS = ["sandbox-card", "sandbox-mobile-money", "sandbox-bank"];
const CARDS = ["4242424242424242", "4242424242424242", "4000000000000002", "4000000000009995", "4000000000003220"];

test(
  "whatever happens to payments, what came in is held, released, earned, or back with its payers",
  async () => {
    const seed = seedOfThisRun();
    await withSeed(seed, "a walk of buyers", () => walk(seed));
  },
  withinMs("payers", 1_000),
);

async function walk(seed: number): Promise<void> {
  const { next: random, pick } = chance(seed);
  const mood = (): Promise<void> =>
    desk.mood(pick(PROVIDERS), {
      notices: pick(["once", "twice", "later", "reversed", "never", "forged"]),
      down: random() < 0.2,
      refusesRefunds: random() < 0.1,
    });
  /** The payer does something about a payment, sensible or not. */
  const play = async ({ method, reference }: Row): Promise<unknown> => {
    if (method === "card") {
      const what = await desk.typeCard(reference, pick(CARDS));
      return what === "challenged" ? desk.answerChallenge(reference, random() < 0.7) : what;
    }
    if (method === "bank") return desk.transfer(reference, pick(["10.00", "100.00", "256.45", "300.00"]));
    return random() < 0.8 ? desk.approve(reference, pick(["1234", "0000"])) : desk.declinePrompt(reference);
  };
  const step = async (escrow: Json): Promise<unknown> => {
    const rows = await desk.rows(escrow);
    const dice = random();
    if (dice < 0.3) return desk.start(escrow, pick(["card", "mobile_money", "bank"] as const));
    if (dice < 0.75 && rows.length > 0) return play(pick(rows));
    if (dice < 0.82 && rows.length > 0) return desk.cancel(escrow, pick(rows).id);
    if (dice < 0.87) return shop.post(`/test_helpers/escrows/${escrow["id"]}/${pick(["cancel", "decline"])}`, {});
    if (dice < 0.92) return submit(shop, escrow, 0).catch(() => undefined);
    if (dice < 0.95) return mood();
    return world.advance(pick([5, 60, 125, 700]));
  };
  const escrows = await Promise.all(
    Array.from({ length: BUYERS }, () => confirmed(shop, pick([undefined, TWO_PARTS]))),
  );
  for (let turn = 0; turn < STEPS; turn += 1) {
    for (let at = 0; at < escrows.length; at += 10) await Promise.all(escrows.slice(at, at + 10).map(step));
  }

  for (const provider of PROVIDERS) await desk.mood(provider, {});
  // What was parked is what an operator finds; here nobody refuses any more.
  await until(async () => {
    await world.advance(500_000);
    const [left] = await desk.sql(
      `select (select count(*) from payments where status in ('CREATED', 'PENDING'))::int as payments,
         (select count(*) from refunds where status in ('PENDING', 'SENT'))::int as refunds,
         (select count(*) from sandbox_bank.notices where due_at is not null)::int as notices,
         (select count(*) from provider_calls where status = 'OPEN')::int as calls`,
    );
    return left !== undefined && Object.values(left).every((count) => count === 0);
  });
  await world.checkLedger();
  const [sums] = await desk.sql(
    `select (select sum(received) from payments)::text as received,
       (select sum(held + released + fees_earned) from escrows)::text as kept,
       (select coalesce(sum(amount), 0) from refund_parts where status = 'SUCCEEDED')::text as paid_back,
       (select coalesce(sum(amount), 0) from refund_parts where status = 'FAILED')::text as owed,
       (select sum(amount) from sandbox_bank.receipts)::text as at_providers,
       (select coalesce(sum(amount), 0) from sandbox_bank.outgoing where not is_refused)::text as out_of_providers`,
  );
  const { received, kept, paid_back, owed, at_providers, out_of_providers } = sums ?? {};
  expect(BigInt(received)).toBeGreaterThan(0n);
  expect(BigInt(received)).toBe(BigInt(kept) + BigInt(paid_back) + BigInt(owed));
  expect(received).toBe(at_providers);
  expect(paid_back).toBe(out_of_providers);
}
