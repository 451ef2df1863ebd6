/** The executor by itself: what units that share a transaction do to each other, and what chance may do to them. */
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import type { Unit } from "../../src/commands/unit.js";
import { decideConfirmSession } from "../../src/domain/decisions/confirm-session.js";
import { decideCreateSession } from "../../src/domain/decisions/create-session.js";
import { decideMadeUpPayment } from "../../src/domain/decisions/record-payment.js";
import { type AccountId, type EscrowId, formatId, parseId, type SessionId } from "../../src/domain/ids.js";
import type { Escrow, Refusal } from "../../src/domain/model.js";
import { cents } from "../../src/domain/money.js";
import { refused } from "../../src/domain/result.js";
import { openDatabase } from "../../src/platform/database.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { confirmed, openSession } from "../stories.js";
import { testSeal } from "../webhooks/shop.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/**
 * The way to the database through a proxy that cuts the line once, when the server has answered a COMMIT and before the
 * answer arrives: what was committed stands, and nobody here knows.
 */
async function cutBehindCommit(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const to = new URL(databaseUrl);
  let armed = true;
  const proxy = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    let committing = false;
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    client.on("error", end).on("close", end);
    server.on("error", end).on("close", end);
    client.on("data", (bytes) => {
      committing ||= armed && bytes.includes("commit\0");
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (!committing) client.write(bytes);
      else if (bytes.includes("COMMIT\0")) {
        armed = false;
        end();
      }
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, close: () => proxy.close() };
}

test("a commit whose answer is lost is not run again: the caller hears that nobody knows, and money is booked once", async () => {
  const escrows = await Promise.all(Array.from({ length: 4 }, () => confirmed(shop)));
  const proxy = await cutBehindCommit(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2 });
  const executor = openExecutor(db);
  const paying = (escrow: string): Unit<"escrow"> => ({
    account: shop.account as AccountId,
    subject: { kind: "escrow", id: escrow as EscrowId },
    decide: (facts, context) => {
      const made = { provider: "sandbox", method: "card", outcome: "succeeded", amount: cents(3000n) } as const;
      return decideMadeUpPayment(facts, made, context);
    },
  });
  const results = await Promise.allSettled(escrows.map((escrow) => executor.change(paying(escrow["id"]))));
  for (const result of results)
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
  for (const escrow of escrows) {
    expect((await shop.get(`/escrows/${escrow["id"]}`)).body).toMatchObject({
      funded_amount: "30.00",
      status: "PARTIALLY_FUNDED",
    });
  }
  await db.close();
  proxy.close();
});

test("a statement that the driver can't even send takes its whole transaction with it", async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error("no such value");
    },
  };
  const failing = world.db.transaction(async (tx) => {
    void tx.query({ name: "advance in vain", text: "update test_clock set offset_seconds = offset_seconds + 1" });
    void tx.query({ name: "unsendable", text: "select $1::text", values: [unsendable] }).catch(() => undefined);
    await tx.commit();
  });
  await expect(failing).rejects.toThrow("no such value");
  expect((await shop.get("/test_helpers/clock")).body["offset"]).toBe(0);
});

test("two executors that create under the same keys in opposite order: every key has one session", async () => {
  const other = openDatabase(world.databaseUrl, { connections: 4 });
  const [here, there] = [openExecutor(world.db), openExecutor(other)];
  const account = shop.account as AccountId;
  for (let round = 0; round < 10; round += 1) {
    const keys = Array.from({ length: 40 }, (_, index) => `round ${round} key ${index}`);
    const create = (key: string) => ({
      session: decideCreateSession(
        {
          account,
          id: uuidv7() as SessionId,
          title: "x",
          description: "",
          amount: cents(100n),
          milestones: [],
          externalReference: "",
          customerEmail: "",
          metadata: {},
          content: "{}",
          expiresAt: 4_000_000_000,
          created: 1_790_000_000,
        },
        { basisPoints: 0, fixed: cents(0n), min: cents(0n), max: null },
        { reviewWindowSeconds: null, deliveryDeadlineSeconds: null },
      ).session,
      idempotency: { key, requestHash: Buffer.alloc(32), response: "{}" },
    });
    const written = await Promise.all([
      ...keys.map((key) => here.create(create(key))),
      ...keys.toReversed().map((key) => there.create(create(key))),
    ]);
    expect(written.filter((one) => one)).toHaveLength(40);
  }
  await other.close();
});

const newSession = async (): Promise<SessionId> => parseId("session", (await openSession(shop))["id"]) as SessionId;
const confirming = (id: SessionId): Unit<"session", Refusal, Escrow> => ({
  account: shop.account as AccountId,
  subject: { kind: "session", id },
  decide: (facts, context) =>
    decideConfirmSession(facts.session, { buyerEmail: "b@example.com", fundingDeadlineSeconds: 60 }, context),
});

test("a reference code that is taken is drawn again", async () => {
  const draws = ["111111", "11111111", "111111", "11111111", "222222", "22222222"];
  const executor = openExecutor(world.db, { chance: { uuid: uuidv7, digits: () => draws.shift() ?? "" } });
  const first = await executor.change(confirming(await newSession()));
  const second = await executor.change(confirming(await newSession()));
  expect(first).toMatchObject({ value: { referenceCode: expect.stringMatching(/\.111111\./) } });
  expect(second).toMatchObject({ value: { referenceCode: expect.stringMatching(/\.222222\./) } });
  expect(draws).toEqual([]);
});

test("when every code is taken the unit fails, writes nothing, and is no one else's failure", async () => {
  const executor = openExecutor(world.db, { chance: { uuid: uuidv7, digits: (count) => "1".repeat(count) } });
  const session = await newSession();
  const touched = await newSession();
  const [failed, stands] = await Promise.allSettled([
    executor.change(confirming(session)),
    executor.change({
      account: shop.account as AccountId,
      subject: { kind: "session", id: touched },
      decide: () => ({ ok: true }),
    }),
  ]);
  expect(failed.status).toBe("rejected");
  expect(stands.status).toBe("fulfilled");
  const again = await openExecutor(world.db).change(confirming(session));
  expect(again.ok).toBe(true);
});

test("a unit whose decision throws is its own failure; the others of its batch stand", async () => {
  const executor = openExecutor(world.db);
  const sessions = await Promise.all(Array.from({ length: 5 }, newSession));
  const results = await Promise.allSettled(
    sessions.map((session, index) =>
      executor.change(
        index === 2
          ? {
              ...confirming(session),
              decide: () => {
                throw new Error("a bug");
              },
            }
          : confirming(session),
      ),
    ),
  );
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

test("a refusal writes nothing but what time did, and comes back in the caller's own words", async () => {
  const id = await newSession();
  const outcome = await openExecutor(world.db).change({
    account: shop.account as AccountId,
    subject: { kind: "session", id },
    decide: ({ session }) => refused(session.status === "OPEN" ? "too early" : "too late"),
  });
  // Both are what the unit said, and what the executor says of a session that there is not.
  expect(outcome).toEqual({
    ok: false,
    reason: "too early" satisfies Extract<typeof outcome, { ok: false }>["reason"],
  });
  expect((await shop.get(`/checkout/sessions/${formatId("session", id)}`)).body["status"]).toBe("OPEN");
  const unknown = await openExecutor(world.db).change({
    account: shop.account as AccountId,
    subject: { kind: "session", id: uuidv7() as SessionId },
    decide: () => refused("too late"),
  });
  expect(unknown).toEqual({ ok: false, reason: { code: "not_found", subject: "session" } });
});

test("a session that can't be written fails its caller alone, and no other of its batch", async () => {
  const db = openDatabase(world.databaseUrl, { connections: 2 });
  await db.pool.query(`
    create function test_refuse_session() returns trigger language plpgsql as $$
    begin raise exception 'broken on purpose'; end $$;
    create trigger test_broken before insert on checkout_sessions
      for each row when (new.external_reference = 'broken') execute function test_refuse_session()`);
  const create = async (reference: string) => {
    const reply = await shop.post("/checkout/sessions", {
      title: "Bowl",
      amount: "10.00",
      external_reference: reference,
    });
    return reply.status;
  };
  const told = await Promise.all(["one", "broken", "two", "three"].map(create));
  expect(told).toEqual([201, 500, 201, 201]);
  await db.pool.query("drop trigger test_broken on checkout_sessions");
  await db.close();
});

test("senders are woken by a commit with something to send, and left alone by one whose events no endpoint takes", async () => {
  const other = await world.merchant();
  let woken = 0;
  const executor = openExecutor(world.db, {
    onDeliveries: () => {
      woken += 1;
    },
  });
  const confirm = async (): Promise<void> => {
    const { id } = (await openSession(other)) as { id: string };
    const unit = confirming(parseId("session", id) as SessionId);
    expect((await executor.change({ ...unit, account: other.account as AccountId })).ok).toBe(true);
  };
  await confirm();
  expect(woken).toBe(0);
  const account = other.account as AccountId;
  const checkUrl = async (): Promise<null> => null;
  const registered = await registerEndpoint(
    { db: world.db, seal: testSeal(), checkUrl },
    { account, url: "https://shop.example/hooks", events: ["escrow.created"] },
  );
  expect(registered.ok).toBe(true);
  await confirm();
  expect(woken).toBe(1);
});
