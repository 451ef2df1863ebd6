/**
 * A worker dies at each step of money on its way to a seller's account at Stripe and back: between the release, the transfer and its
 * answer, and between what is taken back and the refund that waits for it. The next one ends what it began: nothing is lost, and nothing
 * is done twice, by the books of both.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectAccount } from "../../src/commands/connect-account.js";
import { openExecutor } from "../../src/commands/execute.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { openHttpClient } from "../../src/providers/http-client.js";
import { basesOf, openProviders } from "../../src/providers/open.js";
import { bound, wide, withinMs } from "../bounds.js";
import { newPerson } from "../console/seller.js";
import { asService, type Json, type Merchant, startWorld, type World } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { cleanUp, launchService, listening, paced, type Served, until } from "../process/launch.js";
import { openStripeDouble, type StripeDouble } from "../providers/stripe/double.js";
import type { Shape } from "../providers/stripe/shapes.js";
import { asBuyer, confirmed, submit } from "../stories.js";

const ROUNDS = bound("holderKills");
const PACE = { tickMs: 100 };
const DAY = 86_400;

let ahead = 0;
let stripe: StripeDouble;
let world: World;
let shop: Merchant;
let theirId: string;
let env: Readonly<Record<string, string>>;
let worker: Served | null = null;
let httpClient: ReturnType<typeof openHttpClient>;

beforeAll(async () => {
  stripe = await openStripeDouble({ now: () => unixSeconds() + ahead });
  env = {
    PROVIDERS: "stripe",
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRETS: stripe.secret,
    STRIPE_CONNECT: "on",
    STRIPE_API_BASE: stripe.origin,
  };
  const { providers: chosen } = readConfig(env);
  world = await startWorld({ role: "web", providers: chosen });
  shop = await world.merchant();
  const { db } = world;
  httpClient = openHttpClient({ bases: basesOf(chosen), isSandbox: true });
  const origin = (): string => world.service.publicUrl;
  providers = openProviders({ ...readConfig({}), providers: chosen }, { db, secret: SECRET, origin, httpClient });
  await newPerson(world, shop);
  const [member] = await sql("select seller_id from team_members where account_id = $1", [shop.account]);
  const urls = { back: `${origin()}/back`, again: `${origin()}/again` };
  const led = await connectAccount(
    { db, providers },
    { account: shop.account as AccountId, seller: member?.["seller_id"], urls },
  );
  expect(led).toMatchObject({ ok: true });
  [{ their_id: theirId }] = (await sql("select their_id from connected_accounts")) as [Json & { their_id: string }];
  stripe.think(theirId, "verified");
  await born();
  await until(async () => (await sql("select 1 from payout_destinations")).length === 1, "Stripe is asked");
  await advance(DAY);
});
afterAll(async () => {
  await worker?.stop();
  await httpClient?.close();
  await world?.close();
  await stripe?.close();
  await cleanUp();
});

let providers: ReturnType<typeof openProviders>;
let statements = 0;
const sql = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  world.db.query<Json>({ name: `test: holder kill ${statements++}`, text, values });

async function advance(seconds: number): Promise<void> {
  ahead += seconds;
  await sql("update test_clock set offset_seconds = $1", [ahead]);
}
async function born(): Promise<void> {
  worker = await listening(
    launchService({
      ...env,
      ...paced(PACE),
      ROLE: "worker",
      LOG_LEVEL: "warn",
      SECRET_KEY: SECRET.toString("base64"),
      DATABASE_URL: asService(world.databaseUrl),
      PUBLIC_URL: world.service.publicUrl,
    }),
  );
}
/** It dies where it stands; what it had taken on is free at once, which else takes half a minute. */
async function dead(): Promise<void> {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
  for (const table of ["provider_calls", "payout_calls"])
    await sql(`update ${table} set leased_until = null where leased_until is not null`);
}
/** Time goes by until it comes to be: what waits for its minute, or its next try, is due. */
async function comes(what: string, so: () => Promise<boolean>): Promise<void> {
  await until(
    async () => {
      if (await so()) return true;
      await advance(15);
      for (const table of ["provider_calls", "payout_calls"])
        await sql(`update ${table} set due_at = 0 where status = 'OPEN' and leased_until is null`);
      await sql("update connected_accounts set send_at = 0");
      return so();
    },
    what,
    60_000,
  );
}

const payouts = () => sql("select * from payouts order by number");
const wallet = async (kind: string): Promise<bigint> =>
  BigInt((await sql("select credits - debits as left from ledger_accounts where kind = $1", [kind]))[0]?.["left"] ?? 0);
const refunds = (escrow: Json) => sql("select status from refunds where escrow_id = $1", [escrow["id"]]);
const madeOf = (kind: string, reference: string): readonly Shape[] =>
  stripe.all(kind).filter(({ metadata }) => (metadata as Shape)["reference"] === reference);

/** An order that a buyer has paid by card, and that is delivered. */
async function delivered(amount: string): Promise<Json> {
  const escrow = await confirmed(shop, { title: "Bowl", amount });
  const about = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const begun = await startPayment({ executor: openExecutor(world.db), providers }, { ...about, method: "card" });
  expect(begun).toMatchObject({ ok: true });
  const [payment] = await sql("select reference from payments where escrow_id = $1", [escrow["id"]]);
  await comes("Stripe has its page", async () => madeOf("sessions", payment?.["reference"]).length === 1);
  stripe.pay(payment?.["reference"]);
  await comes("it is paid", async () => (await shop.get(`/escrows/${escrow["id"]}`)).body["status"] === "IN_ESCROW");
  return submit(shop, escrow);
}
const released = (escrow: Json): Promise<Json> => asBuyer(shop, escrow, "approve");
/** On its way to the seller's account, and there. */
const arrived = (number: number) =>
  comes(
    "the transfer is there",
    async () => (await payouts()).filter(({ status }) => status === "PAID").length === number,
  );

/** Stripe does what it is asked, and answers when it is told to: its answer finds nobody. */
function holding(of: RegExp): { reached(): Promise<void>; let(): void } {
  const before = stripe.exchanges.length;
  let go: () => void = () => undefined;
  const said = new Promise<void>((resolve) => {
    go = resolve;
  });
  stripe.fault({ kind: "slow", times: 1, of, until: said });
  const isAsked = () =>
    stripe.exchanges.slice(before).some(({ method, path }) => of.test(`${method} ${path.split("?")[0]}`));
  return { reached: () => comes("Stripe is asked", async () => isAsked()), let: () => go() };
}
/** It dies while Stripe answers. */
async function diesAt(of: RegExp): Promise<void> {
  const held = holding(of);
  await held.reached();
  await dead();
  held.let();
  stripe.fault();
}
/** What it asks never reaches Stripe, and it dies of that. */
async function diesBefore(of: RegExp, isOnItsWay: () => Promise<boolean>): Promise<void> {
  stripe.fault({ kind: "dropped", times: 1, of });
  await comes("it is on its way", isOnItsWay);
  await dead();
  stripe.fault();
}

const TRANSFER = /^POST \/transfers$/;
const REVERSAL = /^POST \/transfers\/\w+\/reversals$/;
const REFUND = /^POST \/refunds$/;

/** Each: an order of 50.00 that is released, and then 20.00 of it refunded. */
type Point = {
  readonly at: string;
  readonly onRelease?: (escrow: Json) => Promise<void>;
  readonly onRefund?: (escrow: Json) => Promise<void>;
};
const POINTS: readonly Point[] = [
  {
    at: "between the release and the transfer",
    onRelease: async (escrow) => {
      await dead();
      await released(escrow);
    },
  },
  {
    at: "between the transfer and its answer",
    onRelease: async (escrow) => {
      await released(escrow);
      await diesAt(TRANSFER);
    },
  },
  {
    at: "before the transfer has reached Stripe",
    onRelease: async (escrow) => {
      await released(escrow);
      await diesBefore(TRANSFER, async () => (await payouts()).some(({ status }) => status === "SENT"));
    },
  },
  { at: "between what is taken back and its answer", onRefund: () => diesAt(REVERSAL) },
  {
    at: "before it was asked for to be taken back",
    onRefund: () => diesBefore(REVERSAL, async () => (await payouts()).some(({ recalling }) => recalling !== null)),
  },
  { at: "between what was taken back and the refund", onRefund: () => diesAt(REFUND) },
];

/** One who dies after Stripe did it finds what was done; before, nothing: of these `npm test` takes the first. */
const [DONE, NOT_DONE] = [true, false].map((isDone) =>
  POINTS.filter(({ at }) => isDone === / its answer|and the refund/.test(at)),
);

test.each(DONE ?? [])("a worker dies $at, and each is done once", onceEach, withinMs("holderKills", 60_000));

test.each(NOT_DONE ?? [])(
  "a worker dies $at, and each is done once",
  { ...wide(), timeout: withinMs("holderKills", 60_000) },
  onceEach,
);

async function onceEach({ onRelease, onRefund }: Point): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = (await payouts()).length;
    const escrow = await delivered("50.00");
    await (onRelease ?? released)(escrow);
    if (worker === null) await born();
    await arrived(before + 1);
    const [sent] = (await payouts()).slice(-1);
    expect(sent).toMatchObject({ amount: "5000", status: "PAID", source_escrow_id: escrow["id"] });
    const [transfer, ...others] = madeOf("transfers", sent?.["reference"]);
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({ amount: 5000, source_transaction: expect.stringMatching(/^ch_/) });

    const asked = await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "20.00" });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    await onRefund?.(escrow);
    if (worker === null) await born();
    await comes("the buyer has it", async () => (await refunds(escrow)).every(({ status }) => status === "SUCCEEDED"));
    expect(madeOf("reversals", sent?.["reference"]).map(({ amount }) => amount)).toEqual([2000]);
    const [part] = await sql("select reference from refund_parts where escrow_id = $1", [escrow["id"]]);
    expect(madeOf("refunds", part?.["reference"]).map(({ amount }) => amount)).toEqual([2000]);

    const all = await payouts();
    const there = all.reduce((sum, { amount, taken_back: back }) => sum + Number(amount) - Number(back), 0);
    expect(all.every(({ status, recalling }) => status === "PAID" && recalling === null)).toBe(true);
    expect(stripe.liesIn(theirId)).toBe(there);
    expect(there).toBe(all.length * 3_000);
    expect(await Promise.all(["merchant_wallet", "merchant_owes", "payouts_pending"].map(wallet))).toEqual([
      0n,
      0n,
      0n,
    ]);
  }
  await world.checkLedger();
}
