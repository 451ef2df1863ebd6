/** Creations that leave with the check of their key: written as the check finds things, never as they were, and exactly once. */

import { once } from "node:events";
import { connect } from "node:net";
import { API_PATH, LIMITS } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";

const PER_MINUTE = 60;

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web", requestsPerMinute: PER_MINUTE });
  await world.db.pool.query(`
    create table creations (id uuid, at_once boolean);
    create function note_creation() returns trigger language plpgsql security definer as $$
      begin
        insert into creations values (new.id, current_query() like '%holdfast.passed%');
        return null;
      end $$;
    create trigger note_creation after insert on checkout_sessions for each row execute function note_creation()`);
});
afterAll(() => world?.close());

/** Of the sessions of a shop, oldest first, whether each left with the check of its key. */
async function atOnce({ account }: Merchant): Promise<boolean[]> {
  const { rows } = await world.db.pool.query(
    "select at_once from creations join checkout_sessions using (id) where account_id = $1 order by id",
    [account],
  );
  return rows.map((row: { at_once: boolean }) => row.at_once);
}

const create = (shop: Pick<Merchant, "post">, headers: Record<string, string> = {}, order: Json = ORDER) =>
  shop.post("/checkout/sessions", order, { headers });

const change = (shop: Merchant, table: "api_keys" | "accounts", set: string): Promise<unknown> =>
  world.db.pool.query(`update ${table} set ${set} where ${table === "accounts" ? "id" : "account_id"} = $1`, [
    shop.account,
  ]);

/** Until the beginning of a second: a creation makes its second trip where one ends between what it expects and its check. */
const earlyInSecond = async (): Promise<void> => {
  await expect.poll(() => Date.now() % 1_000, { interval: 5 }).toBeLessThan(500);
};

/** Nobody else creates for a while, so that what comes next does not count as one of many. */
async function quieten(): Promise<void> {
  await earlyInSecond();
  const bystander = await world.merchant();
  for (const _ of [1, 2, 3]) await create(bystander);
}

/** A shop whose key has created a session a moment ago: the next one leaves with its check. */
async function openShop(): Promise<Merchant> {
  await quieten();
  const shop = await world.merchant();
  for (const _ of [1, 2]) expect((await create(shop)).status).toBe(201);
  expect(await atOnce(shop)).toEqual([false, true]);
  return shop;
}

const counted = async ({ account }: Merchant): Promise<Record<string, number>> => {
  const { rows } = await world.db.pool.query(
    `select kind, requests::int from rate_windows where subject = $1
       or subject = (select id::text from api_keys where account_id = $1::bigint)`,
    [account],
  );
  return Object.fromEntries(rows.map(({ kind, requests }: { kind: string; requests: number }) => [kind, requests]));
};

test("a key that has just created, and is revoked, ends, or gets another secret, creates nothing more", async () => {
  for (const ending of [
    "revoked_at = service_now()",
    "expires_at = service_now()",
    "secret_hash = sha256('another secret')",
  ]) {
    const shop = await openShop();
    await change(shop, "api_keys", ending);
    for (const _ of [1, 2]) expectRefusal(await create(shop), 401, "unauthenticated");
    expect(await atOnce(shop), ending).toHaveLength(2);
  }
});

test("a key or an account that may no longer create is told so, and nothing is written", async () => {
  for (const [table, set] of [
    ["api_keys", "scopes = '{sessions:read}'"],
    ["api_keys", "networks = '{203.0.113.0/24}'"],
    ["accounts", "suspended = true"],
    ["accounts", "verification_status = 'REJECTED'"],
  ] as const) {
    const shop = await openShop();
    await change(shop, table, set);
    for (const _ of [1, 2]) expectRefusal(await create(shop), 403, "forbidden");
    expect(await atOnce(shop), set).toHaveLength(2);
  }
});

test("fees, terms and the clock are those of the moment, and the next session leaves with its check again", async () => {
  const shop = await openShop();
  await change(
    shop,
    "accounts",
    "fee_basis_points = 1000, fee_fixed = 0, fee_min = 0, fee_max = null, review_window_seconds = 604800",
  );
  await create(shop);
  await create(shop);
  await earlyInSecond();
  await world.db.pool.query("update test_clock set offset_seconds = offset_seconds + 4000");
  const moved = await create(shop);
  await create(shop);
  const { rows } = await world.db.pool.query(
    "select fees::int, review_window_seconds as review, created::int from checkout_sessions where account_id = $1 order by id",
    [shop.account],
  );
  expect(rows.map(({ fees, review }) => [fees, review])).toEqual([
    ...Array.from({ length: 2 }, () => [rows[0].fees, null]),
    ...Array.from({ length: 4 }, () => [2499, 604800]),
  ]);
  expect(rows[4].created - rows[3].created).toBeGreaterThanOrEqual(4000);
  expect(moved.body["created"]).toBe(rows[4].created);
  expect(await atOnce(shop)).toEqual([false, true, false, true, false, true]);
});

test("of many at once as many are created as the minute has places for, each counted once", async () => {
  const shop = await openShop();
  const replies = await Promise.all(Array.from({ length: PER_MINUTE + 20 }, () => create(shop)));
  const created = replies.filter(({ status }) => status === 201);
  expect(created).toHaveLength(PER_MINUTE - 2);
  for (const reply of replies.filter(({ status }) => status !== 201)) expectRefusal(reply, 429, "rate_limited");
  expect(await atOnce(shop)).toHaveLength(PER_MINUTE);
  expect(await counted(shop)).toEqual({ key: PER_MINUTE + 22, account: PER_MINUTE, sessions: PER_MINUTE });
});

test("one after the other, sessions end where the window of the key, the account or the day is full", async () => {
  for (const limits of [
    { requestsPerMinute: 12, accountRequestsPerMinute: 1_000 },
    { requestsPerMinute: 1_000, accountRequestsPerMinute: 12 },
    { requestsPerMinute: 1_000, accountRequestsPerMinute: 1_000, sessionsPerDay: 12 },
  ]) {
    const { port } = await world.another(limits);
    const shop = await world.merchant();
    const voice = world.speakAs(shop.apiKey, `http://127.0.0.1:${port}`);
    await earlyInSecond();
    for (let at = 0; at < 15; at += 1) expect((await create(voice)).status).toBe(at < 12 ? 201 : 429);
    expect(await atOnce(shop)).toHaveLength(12);
    expect((await atOnce(shop)).slice(-3)).toContain(true);
  }
});

test("the day of an account ends creations at its limit, also for those that were under way together", async () => {
  const { port } = await world.another({ requestsPerMinute: 1_000, sessionsPerDay: 12 });
  const shop = await world.merchant();
  const voice = world.speakAs(shop.apiKey, `http://127.0.0.1:${port}`);
  for (const _ of [1, 2]) expect((await create(voice)).status).toBe(201);
  const replies = await Promise.all(Array.from({ length: 30 }, () => create(voice)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(await atOnce(shop)).toHaveLength(12);
});

test("a key is used up by one session, however its requests fall together", async () => {
  const shop = await openShop();
  const headers = { "Idempotency-Key": "order-7" };
  const replies = await Promise.all(Array.from({ length: 12 }, () => create(shop, headers)));
  expect(new Set(replies.map(({ body }) => body["id"])).size).toBe(1);
  expect(replies.filter((reply) => reply.headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expectRefusal(await create(shop, headers, { ...ORDER, amount: "1.00" }), 409, "idempotency_conflict");
  expectRefusal(await create(shop, headers, { title: "" }), 409, "idempotency_conflict");
  expect(await atOnce(shop)).toHaveLength(3);
});

test("what is wrong with a request is told behind the check of its key, and counts as one request", async () => {
  const shop = await openShop();
  const wrong = (raw: string, headers: Record<string, string> = {}) =>
    shop.post("/checkout/sessions", undefined, { raw, headers: { "Content-Type": "application/json", ...headers } });
  const faulty: readonly (() => ReturnType<typeof wrong>)[] = [
    () => wrong("{"),
    () => wrong('{"title":"a","title":"b"}'),
    () => wrong("{}"),
    () => wrong(JSON.stringify(ORDER), { "Escrow-Version": "1999-01-01" }),
    () => wrong(JSON.stringify(ORDER), { "Idempotency-Key": " " }),
    () => wrong(JSON.stringify({ ...ORDER, description: "x".repeat(LIMITS.bodyBytes) })),
    ...["text/plain", "json", ""].map((type) => () => wrong(JSON.stringify(ORDER), { "Content-Type": type })),
    () => wrong(JSON.stringify(ORDER), { "Content-Encoding": "gzip" }),
  ];
  const statuses = [400, 400, 400, 400, 400, 413, 415, 415, 415, 415];
  for (const [at, ask] of faulty.entries()) expect((await ask()).status, `fault ${at}`).toBe(statuses[at]);
  expect((await counted(shop))["key"]).toBe(2 + faulty.length);
  await change(shop, "api_keys", "revoked_at = service_now()");
  for (const ask of faulty) expectRefusal(await ask(), 401, "unauthenticated");
  expect(await atOnce(shop)).toHaveLength(2);
});

test("a session that can't be written fails, counted once, and the next is written", async () => {
  await world.db.pool.query(
    "alter table checkout_sessions add constraint no_thirteen check (external_reference <> 'thirteen')",
  );
  const shop = await openShop();
  for (let turn = 0; turn < 5; turn += 1) {
    await earlyInSecond();
    expectRefusal(await create(shop, {}, { ...ORDER, external_reference: "thirteen" }), 500, "internal_error");
    expect((await create(shop, {}, { ...ORDER, external_reference: `order ${turn}` })).status).toBe(201);
  }
  expect(await atOnce(shop)).toEqual([false, ...Array.from({ length: 6 }, () => true)]);
  expect(await counted(shop)).toEqual({ key: 12, account: 12, sessions: 12 });
});

test("shops that create at the same time each get their own", async () => {
  const [one, other] = [await openShop(), await openShop()];
  for (let turn = 0; turn < 4; turn += 1) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create(at % 2 === 0 ? one : other, {}, { ...ORDER, title: `${at % 2}` })),
    );
    for (const [at, { body }] of replies.entries()) expect(body["title"]).toBe(`${at % 2}`);
  }
});

test("a key that is revoked while it creates one session after the other creates none after that", async () => {
  const shop = await openShop();
  let isRevoked = false;
  const latecomers: number[] = [];
  for (let turn = 0; latecomers.length < 3 && turn < 50; turn += 1) {
    if (turn === 4)
      void change(shop, "api_keys", "revoked_at = service_now()").then(() => {
        isRevoked = true;
      });
    const wasRevoked = isRevoked;
    const { status } = await create(shop);
    if (wasRevoked) latecomers.push(status);
  }
  expect(latecomers).toEqual([401, 401, 401]);
  expect((await atOnce(shop)).slice(2)).toContain(true);
});

test("a session whose check is shared with reads is written and counted like any other, and not with a revoked key", async () => {
  await world.db.pool.query(`
    create table shared_checks (account text);
    create function note_check() returns trigger language plpgsql security definer as $$
      begin
        if current_query() like '%unnest(%' then insert into shared_checks values (new.subject); end if;
        return null;
      end $$;
    create trigger note_check after insert or update on rate_windows for each row when (new.kind = 'sessions') execute function note_check()`);
  const [shop, other] = [await openShop(), await world.merchant()];
  const ask = async (): Promise<{ created: number; own: number; others: number[] }> => {
    await earlyInSecond();
    const read = (by: Merchant) => by.get("/escrows");
    const [first, created, own, ...others] = await Promise.all([
      read(other),
      create(shop),
      read(shop),
      ...[1, 2, 3].map(() => read(other)),
    ]);
    return { created: created.status, own: own.status, others: [first, ...others].map(({ status }) => status) };
  };
  const isShared = async (): Promise<boolean> => {
    const { rows } = await world.db.pool.query("select from shared_checks where account = $1", [shop.account]);
    return rows.length > 0 && (await atOnce(shop)).at(-1) === true;
  };
  let turns = 0;
  do {
    await world.db.pool.query("truncate shared_checks");
    expect(await ask()).toEqual({ created: 201, own: 200, others: [200, 200, 200, 200] });
    turns += 1;
  } while (turns < 14 && !(await isShared()));
  expect(await isShared()).toBe(true);
  expect(await atOnce(shop)).toHaveLength(2 + turns);
  expect(await counted(shop)).toEqual({ key: 2 + 2 * turns, account: 2 + 2 * turns, sessions: 2 + turns });
  expect(await counted(other)).toEqual({ key: 4 * turns, account: 4 * turns });
  await change(shop, "api_keys", "revoked_at = service_now()");
  expect(await ask()).toEqual({ created: 401, own: 401, others: [200, 200, 200, 200] });
  expect(await atOnce(shop)).toHaveLength(2 + turns);
});

test("a caller who sends bodies slowly holds no more than one unchecked request, and keeps nobody from creating", async () => {
  const shop = await openShop();
  const head = `POST ${API_PATH}/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${shop.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const sockets = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = connect(world.service.port, "127.0.0.1");
      socket.on("error", () => undefined);
      await once(socket, "connect");
      socket.write(head);
      return socket;
    }),
  );
  await expect.poll(async () => (await counted(shop))["key"]).toBe(2 + 30 - 1);
  const another = await world.merchant();
  for (const _ of [1, 2]) expect((await create(another)).status).toBe(201);
  expect(await atOnce(another)).toEqual([false, false]);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => {
      await quieten();
      const third = await world.merchant();
      for (const _ of [1, 2]) await create(third);
      return atOnce(third);
    })
    .toEqual([false, true]);
});
