/**
 * What waits for an endpoint when it is switched off and on, deleted, tested, and sent again, on a real database in which
 * nobody sends: no delivery is lost, doubled or left behind, whatever else is written at the same time.
 */
import { describe, expect, test } from "vitest";
import { deleteEndpoint } from "../../src/commands/delete-endpoint.js";
import { disableEndpoint } from "../../src/commands/disable-endpoint.js";
import { enableEndpoint } from "../../src/commands/enable-endpoint.js";
import { attemptsOf } from "../../src/commands/list-attempts.js";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { recoverDeliveries } from "../../src/commands/recover-deliveries.js";
import { resendDelivery } from "../../src/commands/resend-delivery.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import { type AccountId, type EndpointId, formatId } from "../../src/domain/ids.js";
import type { Result } from "../../src/domain/result.js";
import type { Queryable } from "../../src/platform/database.js";
import { listEndpoints } from "../../src/store/read/webhooks/endpoints.js";
import type { Merchant } from "../harness.js";
import { allEvents } from "../stories.js";
import {
  closed,
  db,
  done,
  endpointRow,
  eventOf,
  expectRefused,
  happen,
  inAWorld,
  keyOf,
  NOBODY,
  numbersOf,
  type Registered,
  register,
  rows,
  seal,
  UNKNOWN,
  upTo,
  waiting,
  whileUncommitted,
  world,
  writing,
} from "./lane-stories.js";

inAWorld();

describe("switching off and on", () => {
  /** An endpoint that is off, with three events held; the first of them was to be tried again in a day. */
  async function held(shop: Merchant): Promise<EndpointId> {
    const { id } = await register(shop);
    await happen(shop);
    await rows(
      "update webhook_queue set attempts = 7, due_at = due_at + 86400000 where endpoint_id = $1 returning 1",
      id,
    );
    await rows("update webhook_endpoints set consecutive_failures = 50 where id = $1 returning 1", id);
    await done(disableEndpoint(db, keyOf(id)));
    await happen(shop);
    await happen(shop);
    return id;
  }

  test("while it is off events are held, and nobody is called to send them", async () => {
    const id = await held(await world.merchant());
    expect(await endpointRow(id)).toMatchObject({ status: "DISABLED", ready_at: null, consecutive_failures: 50 });
    expect(numbersOf(await waiting(id))).toEqual([2, 3, 1]);
    expect(await done(disableEndpoint(db, keyOf(id)))).toMatchObject({ id, status: "DISABLED" });
    expect(await waiting(id)).toHaveLength(3);
  });

  test("switched on, all that was held is due at once, oldest event first, and the count of failures begins anew", async () => {
    const id = await held(await world.merchant());
    const before = await waiting(id);
    expect(await done(enableEndpoint(db, keyOf(id), { skipHeld: false }))).toMatchObject({
      id,
      status: "ENABLED",
      consecutive_failures: 0,
    });
    expect(await endpointRow(id)).toMatchObject({ ready_at: "0" });
    const after = await waiting(id);
    expect(numbersOf(after)).toEqual([1, 2, 3]);
    for (const { due_at, created } of after) expect(due_at).toBe(created);
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    expect(await closed(id)).toEqual([]);
  });

  test("or what was held is skipped for good, and only what comes then is sent", async () => {
    const shop = await world.merchant();
    const id = await held(shop);
    const before = await waiting(id);
    await done(enableEndpoint(db, keyOf(id), { skipHeld: true }));
    expect(await endpointRow(id)).toMatchObject({ status: "ENABLED", consecutive_failures: 0 });
    expect(await waiting(id)).toEqual([]);
    const skipped = await closed(id);
    expect(skipped.map(({ id, number, state, attempts }) => [id, number, state, attempts])).toEqual(
      before
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .map(({ id, number }) => [id, number, "SKIPPED", number === "1" ? 7 : 0]),
    );
    for (const { created, closed_at } of skipped) {
      expect(Number(created)).toBeGreaterThan(1_700_000_000);
      expect(Number(closed_at) - Number(created)).toBeLessThan(60);
    }
    await happen(shop);
    expect(numbersOf(await waiting(id))).toEqual([4]);
  });

  test("switching on what is on changes nothing, whatever was asked", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    await rows(
      "update webhook_queue set attempts = 2, due_at = due_at + 1800000 where endpoint_id = $1 returning 1",
      id,
    );
    await rows("update webhook_endpoints set consecutive_failures = 2 where id = $1 returning 1", id);
    const before = [await endpointRow(id), await waiting(id)];
    for (const skipHeld of [false, true]) {
      expect(await done(enableEndpoint(db, keyOf(id), { skipHeld }))).toMatchObject({ id, status: "ENABLED" });
      expect([await endpointRow(id), await waiting(id)]).toEqual(before);
    }
  });

  test.each([true, false])("two who switch on at once: the first has it, whole (skipping: %s)", async (skipHeld) => {
    const id = await held(await world.merchant());
    const enabling = (tx: Queryable) => enableEndpoint(tx, keyOf(id), { skipHeld });
    await done(whileUncommitted(enabling, () => enableEndpoint(db, keyOf(id), { skipHeld: !skipHeld })));
    expect([(await waiting(id)).length, (await closed(id)).length]).toEqual(skipHeld ? [0, 3] : [3, 0]);
    expect(await endpointRow(id)).toMatchObject({ status: "ENABLED" });
  });

  test("an event that is just being written when it is switched on is sent, whatever becomes of what was held", async () => {
    for (const skipHeld of [true, false]) {
      const shop = await world.merchant();
      const id = await held(shop);
      await done(whileUncommitted(writing([eventOf(shop)]), () => enableEndpoint(db, keyOf(id), { skipHeld })));
      expect(numbersOf(await waiting(id))).toEqual(skipHeld ? [4] : [1, 2, 3, 4]);
      expect(await endpointRow(id)).toMatchObject({ status: "ENABLED", ready_at: "0" });
    }
  });

  test("an endpoint that nobody knows is refused", async () => {
    await expectRefused(disableEndpoint(db, keyOf(NOBODY)), UNKNOWN);
    await expectRefused(enableEndpoint(db, keyOf(NOBODY), { skipHeld: false }), UNKNOWN);
  });
});

describe("deleting", () => {
  const verbs = (id: EndpointId): readonly Promise<Result<unknown, string>>[] => [
    rotateSecret({ db, seal }, keyOf(id), null),
    disableEndpoint(db, keyOf(id)),
    enableEndpoint(db, keyOf(id), { skipHeld: false }),
    enableEndpoint(db, keyOf(id), { skipHeld: true }),
    deleteEndpoint(db, keyOf(id)),
    pingEndpoint(db, keyOf(id)),
    attemptsOf(db, keyOf(id)),
    recoverDeliveries(db, keyOf(id), 0),
  ];

  test("what waited is skipped, the secrets are gone, no verb knows the id, and events pass it by", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await done(rotateSecret({ db, seal }, keyOf(id), 24));
    await happen(shop);
    const [delivery] = await waiting(id);
    expect(await done(deleteEndpoint(db, keyOf(id)))).toMatchObject({ id, status: "DELETED" });
    expect(await closed(id)).toMatchObject([{ id: delivery?.id, number: "1", state: "SKIPPED", attempts: 0 }]);
    const row = await endpointRow(id);
    expect(row).toMatchObject({ previous_secret: null, previous_secret_until: null, ready_at: null });
    expect(row["secret"]).toHaveLength(0);
    for (const verb of verbs(id)) await expectRefused(verb, UNKNOWN);
    await expectRefused(
      resendDelivery(db, shop.account as AccountId, Number(delivery?.id)),
      /^There is no delivery \d+, or its endpoint was deleted\.$/,
    );
    expect(await listEndpoints(db, shop.account as AccountId)).toEqual([]);
    await happen(shop);
    expect(await waiting(id)).toEqual([]);
    expect(await endpointRow(id)).toEqual(row);
  });

  test("an event that is just being written when it is deleted is skipped as well, and not left behind", async () => {
    const shop = await world.merchant();
    for (const isEnabled of [true, false]) {
      const { id } = await register(shop);
      if (!isEnabled) await done(disableEndpoint(db, keyOf(id)));
      await done(whileUncommitted(writing([eventOf(shop), eventOf(shop)]), () => deleteEndpoint(db, keyOf(id))));
      expect(await waiting(id)).toEqual([]);
      expect((await closed(id)).map(({ state }) => state)).toEqual(["SKIPPED", "SKIPPED"]);
    }
  });

  test("against switching off and on, and writers: in the end it is gone, and each delivery was closed once", async () => {
    const shop = await world.merchant();
    const endpoints = await Promise.all(Array.from({ length: 8 }, () => register(shop)));
    const switching = async ({ id }: Registered, index: number): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        const skipHeld = (index + round) % 2 === 0;
        await Promise.all([happen(shop), disableEndpoint(db, keyOf(id)), enableEndpoint(db, keyOf(id), { skipHeld })]);
      }
      const ending = await Promise.all([
        enableEndpoint(db, keyOf(id), { skipHeld: index % 2 === 0 }),
        deleteEndpoint(db, keyOf(id)),
        disableEndpoint(db, keyOf(id)),
        deleteEndpoint(db, keyOf(id)),
      ]);
      const deleted = [ending[1], ending[3]].filter(({ ok }) => ok);
      expect(deleted).toHaveLength(1);
    };
    let isOver = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) await happen(shop);
    });
    await Promise.all(endpoints.map(switching));
    isOver = true;
    await Promise.all(writers);
    for (const { id } of endpoints) {
      expect(await endpointRow(id)).toMatchObject({ status: "DELETED", ready_at: null });
      expect(await waiting(id)).toEqual([]);
      const over = await closed(id);
      expect(new Set(over.map(({ state }) => state))).toEqual(new Set(["SKIPPED"]));
      const numbers = numbersOf(over as { number: string }[]);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(1, numbers.length));
    }
  });
});

describe("a ping", () => {
  test("is an event like any other, in the feed too, and goes to the one endpoint, whatever types it takes", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop, ["escrow.funded"]);
    const { id: other } = await register(shop);
    const event = formatId("event", await done(pingEndpoint(db, keyOf(id))));
    const feed = await allEvents(shop);
    expect(feed).toEqual([
      {
        id: event,
        object: "event",
        type: "ping",
        created: expect.any(Number),
        data: { object: { object: "ping", message: expect.stringMatching(/./) } },
      },
    ]);
    expect(await waiting(id)).toMatchObject([{ number: "1", origin: "ping" }]);
    expect(await waiting(other)).toEqual([]);
    expect(Number((await endpointRow(id))["ready_at"])).toBeGreaterThan(0);
  });

  test("is refused while the endpoint is off, or unknown, and then nothing is in the feed", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await done(disableEndpoint(db, keyOf(id)));
    await expectRefused(
      pingEndpoint(db, keyOf(id)),
      "The endpoint is disabled: nothing is sent to it until it is enabled.",
    );
    await expectRefused(pingEndpoint(db, keyOf(NOBODY)), UNKNOWN);
    expect(await allEvents(shop)).toEqual([]);
  });
});
