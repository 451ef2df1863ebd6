/**
 * An account trades while it moves to and fro, and the mover is killed on the way: nothing is lost, and nothing is done twice,
 * neither here nor at a provider that both cells ask.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { STEPS, type Step } from "../../src/cells/move.js";
import { parseId } from "../../src/domain/ids.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { sha256 } from "../../src/platform/hash.js";
import { bound, isDeep, wide, withinMs } from "../bounds.js";
import { newClient } from "../client.js";
import { patiently } from "../faults/patience.js";
import type { Json, Merchant } from "../harness.js";
import { type Doubles, openDoubles } from "../providers/doubles.js";
import { allEvents } from "../stories.js";
import { listen, openStreet, type Street, until } from "../webhooks/shop.js";
import { type Fixture, openMovers, startFixture } from "./fixture.js";
import { openTrade, type Trade } from "./trading.js";

let street: Street;
let doubles: Doubles;
let fixture: Fixture;
let movers: Awaited<ReturnType<typeof openMovers>>;
beforeAll(async () => {
  [street, doubles] = await Promise.all([openStreet(), openDoubles()]);
  fixture = await startFixture(["north", "south"], {
    webhookAllowedOrigins: [street.origin],
    providers: doubles.providers,
  });
  movers = await openMovers(fixture);
});
afterAll(async () => {
  await movers?.close();
  await fixture?.close();
  await Promise.all([street?.close(), doubles?.close()]);
});

class Killed extends Error {}

/** Of trading, for each time that somebody begins to move the account. */
const ROUNDS = 2;
/** Of each move, one step after the other over all of them. */
const KILLS = isDeep ? 3 : 1;

type Way = readonly [from: string, to: string];

/** Loses all connections within one step, and goes on by itself; then is killed before another. */
async function disturbedMove(
  account: string,
  way: Way,
  { lostAt, killedAt }: { readonly lostAt: Step; readonly killedAt: Step },
): Promise<void> {
  let cut: Promise<void> | null = null;
  const moved = movers.move(account, way, (step) => {
    if (step === killedAt) throw new Killed();
    if (step === lostAt) cut ??= movers.cut();
  });
  await moved.catch((error: unknown) => {
    if (!(error instanceof Killed || error instanceof DatabaseUnavailable)) throw error;
  });
  await cut;
}

/** The server of the run does not tidy up by itself, and each move leaves all rows behind it dead. */
async function tidy(moves: number): Promise<void> {
  for (const { databaseUrl } of Object.values(fixture.cells)) {
    const client = newClient(databaseUrl); // it may take longer than the service waits for any statement
    await client.connect();
    await client.query("vacuum analyze");
    await client.end();
  }
  console.log(`moves under load: ${moves}`);
}

const nth = (number: number): Step => STEPS[number % STEPS.length] as Step;

const rowsOf = (name: string, text: string, account: string): Promise<readonly Json[]> =>
  patiently(() =>
    movers.ownerOf(name).query<Json>({ name: `test: ${sha256(text).toString("hex", 0, 8)}`, text, values: [account] }),
  );

/** What is not over yet: how many of each kind, and the calls that it waits for. */
const UNDER_WAY = `
  select 'payment ' || p.status as what, string_agg(distinct concat_ws(' ', c.kind, c.status, c.error), ', ') as calls, count(*)::int
  from payments p left join provider_calls c using (account_id, escrow_id)
  where account_id = $1 and p.status in ('CREATED', 'PENDING') group by 1
  union all
  select 'refund ' || r.status, string_agg(distinct concat_ws(' ', c.kind, c.status, c.error), ', '), count(*)::int
  from refund_parts r left join provider_calls c using (account_id, escrow_id, refund_id)
  where account_id = $1 and r.status <> 'SUCCEEDED' group by 1
  union all
  select 'payout ' || p.status, string_agg(distinct concat_ws(' ', c.status, c.error), ', '), count(*)::int
  from payouts p left join payout_calls c on c.account_id = p.account_id and c.payout_id = p.id
  where p.account_id = $1 and p.status <> 'PAID' group by 1`;

async function comeToRest(trade: Trade, home: string, account: string): Promise<void> {
  await until(
    async () => {
      await trade.hasten();
      return rowsOf(home, UNDER_WAY, account);
    },
    (rows) => rows.length === 0,
  );
}

/** Each acknowledged object is there once, and none besides; nothing of it is left in the other cell. */
async function expectWhole(trade: Trade, [home, left]: Way, account: string): Promise<void> {
  const ids = async (text: string): Promise<readonly unknown[]> =>
    (await rowsOf(home, text, account)).map(({ id }) => id).sort();
  expect(await ids("select id from checkout_sessions where account_id = $1")).toEqual(
    trade.sessions.map((id) => parseId("session", id)).sort(),
  );
  expect(await ids("select escrow_id as id from payments where account_id = $1 and provider = 'pawapay'")).toEqual(
    [...trade.paid].sort(),
  );
  expect(await ids("select escrow_id as id from refunds where account_id = $1")).toEqual([...trade.refunded].sort());
  expect(await ids("select id from payouts where account_id = $1")).toEqual([...trade.payouts].sort());
  for (const table of ["checkout_sessions", "payments", "provider_calls", "payout_calls", "events"])
    expect(await rowsOf(left, `select 1 from ${table} where account_id = $1`, account), table).toEqual([]);
}

const ASKED = {
  DEPOSIT: {
    path: "/v2/deposits",
    ours: "select reference as id from payments where account_id = $1 and provider = 'pawapay' and status = 'SUCCEEDED'",
    tries: "select sum(tries)::int as tries from provider_calls where account_id = $1 and kind = 'create'",
  },
  PAYOUT: {
    path: "/v2/payouts",
    ours: "select reference::text as id from payouts where account_id = $1 and status = 'PAID'",
    tries: "select sum(tries)::int as tries from payout_calls where account_id = $1",
  },
  REFUND: {
    path: "/v2/refunds",
    ours: "select r.reference::text as id from refund_parts r where account_id = $1 and status = 'SUCCEEDED'",
    tries: "select sum(tries)::int as tries from provider_calls where account_id = $1 and kind = 'refund'",
  },
} as const;

/** The provider did once what our books say that it did, and was asked no more often than the account's own cell knows. */
async function expectAskedOnce(home: string, account: string): Promise<void> {
  const { books, requests } = doubles.pawapay;
  expect(books.open()).toEqual([]);
  for (const [operation, { path, ours, tries }] of Object.entries(ASKED)) {
    const done = books.ended().filter((one) => one.operation === operation && one.status === "COMPLETED");
    const told = (await rowsOf(home, ours, account)).map(({ id }) => id as string);
    expect(done.map(({ reference }) => reference).sort(), operation).toEqual(told.sort());
    expect(told.length, operation).toBeGreaterThan(0);
    const [row] = await rowsOf(home, tries, account);
    expect(requests.filter((one) => one === `POST ${path}`).length, path).toBeLessThanOrEqual(row?.["tries"]);
  }
}

test("moves under load", { ...wide(), timeout: withinMs("moves", 40_000) }, async () => {
  const shop = await fixture.cells["north"]!.merchant();
  const endpoint = await listen({ world: fixture.cells["north"]!, street }, shop, "/hooks/moving");
  const trade = await openTrade(fixture, { doubles, shop });
  trade.goOn(ROUNDS);
  let way: Way = ["north", "south"];
  for (let made = 0; made < bound("moves"); made += 1) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killedAt = nth(made * KILLS * 3 + kill * 3 + 4);
      await disturbedMove(shop.account, way, { lostAt: nth(made + kill * 2), killedAt });
      trade.goOn(ROUNDS);
      await trade.hasten();
    }
    const again = way;
    await patiently(() => movers.move(shop.account, again));
    way = [way[1], way[0]];
    if (isDeep) await tidy(made + 1);
  }
  await trade.close();
  const [home] = way;
  await comeToRest(trade, home, shop.account);
  await expectWhole(trade, way, shop.account);
  await expectAskedOnce(home, shop.account);
  const there = fixture.cells[home]!.speakAs(shop.apiKey) as Merchant;
  const told = (await allEvents(there)).map(({ id }) => id as string);
  await street.wait(endpoint.path, told.length, 60_000);
  const arrived = street.at(endpoint.path).map(({ event }) => event["id"] as string);
  expect([...arrived].sort()).toEqual([...told].sort());
  for (const world of Object.values(fixture.cells)) await patiently(world.checkLedger);
});
