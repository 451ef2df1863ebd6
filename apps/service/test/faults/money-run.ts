/** What every run of money has: orders, what people do about them, and the way to rest. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { retryCall } from "../../src/commands/retry-call.js";
import { retryPayout } from "../../src/commands/retry-payout.js";
import { retryRefund } from "../../src/commands/retry-refund.js";
import type { PayoutId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { listFailedRefunds, listParkedCalls, listParkedPayouts } from "../../src/store/read/desk/stuck.js";
import type { Json, Merchant } from "../harness.js";
import { until } from "../process/launch.js";
import type { Row } from "./money-chance.js";
import type { Deployment } from "./money-deployment.js";
import { heard, patiently } from "./patience.js";
import type { Chance } from "./random.js";

export type Order = { readonly shop: Merchant; readonly escrow: Json };

const DAY = 86_400;
const AT_ONCE = 15;
const STEPS = 6;

/** So many orders, some at a time, each with some steps; something else goes on in between. */
export async function trade(
  deployment: Deployment,
  luck: Chance,
  {
    count,
    offers,
    act,
    meanwhile,
  }: {
    readonly count: number;
    readonly offers: readonly Json[];
    /** Somebody plays with a payment: its payer, or the payer's bank. */
    act(row: Row, dice: number): Promise<unknown>;
    meanwhile(): Promise<unknown>;
  },
): Promise<void> {
  for (let made = 0; made < count; made += AT_ONCE) {
    const orders = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - made) }, () => ordered(deployment, luck, offers)),
    );
    for (let turn = 0; turn < STEPS; turn += 1) {
      await Promise.all(orders.map((order) => step(deployment, luck, { ...order, act })));
      await meanwhile();
    }
  }
}

export async function ordered(
  { shops }: Deployment,
  { pick, integer }: Chance,
  offers: readonly Json[],
): Promise<Order> {
  const shop = pick(shops);
  const offer = pick(offers);
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
async function step(
  deployment: Deployment,
  luck: Chance,
  { shop, escrow, act }: Order & { act(row: Row, dice: number): Promise<unknown> },
): Promise<unknown> {
  const dice = luck.next();
  const id = escrow["id"];
  const milestone = `/escrows/${id}/milestones/${escrow["milestones"][0].id}`;
  if (dice < 0.25) return deployment.start(shop, escrow);
  if (dice < 0.7) {
    const rows = await deployment.sql("select provider, method, reference from payments where escrow_id = $1", [id]);
    if (rows.length === 0) return deployment.start(shop, escrow);
    const row = luck.pick(rows) as Row;
    return patiently(() => act(row, (dice - 0.25) / 0.45));
  }
  if (dice < 0.74) return shop.post(`/test_helpers/escrows/${id}/${luck.pick(["cancel", "decline"])}`, {});
  if (dice < 0.8) return shop.post(`/escrows/${id}/refunds`, luck.pick(refundsOf(escrow)));
  if (dice < 0.88) return shop.post(`${milestone}/submit`, { submission_details: "DHL 4410 8823 7712" });
  if (dice < 0.95) return shop.post(`/test_helpers${milestone}/approve`, {});
  return deployment.payOut(shop);
}

/** What a shop gives back: a little, twice what there may be left, one part, or all. */
const refundsOf = ({ milestones }: Json): readonly Json[] => [
  { amount: "10.00", reason: "damaged" },
  { amount: "199.90", reason: "requested_by_customer" },
  { milestone_id: milestones[0].id },
  {},
];

/** It looks at every table that something may wait in. */
export const LOOK_EVERY_MS = 100;

/**
 * Until nothing is due that somebody could take: not what a worker holds, or held when it died, nor what waits for a provider
 * that is left alone.
 */
export async function settled({ sql }: Deployment, deliver: () => Promise<unknown>): Promise<void> {
  await deliver();
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

export async function rest(deployment: Deployment, deliver: () => Promise<unknown>): Promise<void> {
  // What a worker held when it died is taken by another when its lease is over, which real time tells.
  const held = ["provider_calls", "payout_calls", "provider_notices"]
    .map((table) => `select 1 from ${table} where leased_until > clock_timestamp() and due_at <= service_now_ms()`)
    .join(" union all ");
  await until(
    async () => (await sleep(LOOK_EVERY_MS, await deployment.sql(held))).length === 0,
    "no lease is left",
    300_000,
  );
  let left: Json | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    await deployment.advance(9 * DAY);
    await settled(deployment, deliver);
    await patiently(() => operate(deployment));
    [left] = await deployment.sql(OPEN);
    if (Object.values(left ?? {}).every((count) => count === 0)) return;
  }
  const stuck = await deployment.sql(
    `select kind, provider, status, tries, said, error, due_at from provider_calls where status <> 'DONE'
     union all select 'payout', provider, status, tries, said, error, due_at from payout_calls where status <> 'DONE' limit 10`,
  );
  throw new Error(`this never came to rest: ${JSON.stringify(left)}, ${JSON.stringify(stuck)}`);
}

/** What an operator does at the desk: another try of all that waits for a person. */
async function operate({ world: { db } }: Deployment): Promise<void> {
  const executor = openExecutor(db);
  const by = (account: string) => ({ operator: COMMAND_LINE, account: account as never, reason: "" });
  for (const one of await listParkedCalls(db)) await retryCall(db, by(one.account), one);
  for (const one of await listFailedRefunds(db))
    await retryRefund(executor, by(one.account), { ...one, secondFrom: null });
  for (const one of await listParkedPayouts(db)) {
    await retryPayout(executor, by(one.account), { payout: one.payout as PayoutId, secondFrom: null });
  }
}
