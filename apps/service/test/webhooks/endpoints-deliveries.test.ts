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
import { type AccountId, type EndpointId, type EventId, formatId } from "../../src/domain/ids.js";
import type { Told } from "../../src/domain/told.js";
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
  settle,
  UNKNOWN,
  upTo,
  type Waiting,
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
  const verbs = (id: EndpointId): readonly Promise<Told<unknown, string>>[] => [
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

describe("sending again", () => {
  const LATER = 4_000_000_000;

  test("one delivery, open or closed, by its number: a new one of the same event, due now", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    const [open] = await waiting(id);
    const first = await done(resendDelivery(db, shop.account as AccountId, Number(open?.id)));
    expect(first).toEqual({ delivery: expect.any(Number), isHeld: false });
    expect(first.delivery).toBeGreaterThan(Number(open?.id));
    await settle(first.delivery, "SUCCEEDED");
    const second = await done(resendDelivery(db, shop.account as AccountId, first.delivery));
    const [, resent] = await waiting(id);
    expect(resent).toMatchObject({ id: String(second.delivery), number: "1", origin: "resend" });
    expect(resent?.due_at).toBe(resent?.created);
    expect(await closed(id)).toMatchObject([{ id: String(first.delivery), state: "SUCCEEDED" }]);
  });

  test("wakes the worker that sends, and never later than it was to wake", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    const [open] = await waiting(id);
    for (const [ready, expected] of [
      [null, "now"],
      [LATER * 1000, "now"],
      [5, "5"],
    ] as const) {
      await rows("update webhook_endpoints set ready_at = $2 where id = $1 returning 1", id, ready);
      await done(resendDelivery(db, shop.account as AccountId, Number(open?.id)));
      const newest = (await waiting(id)).at(-1);
      expect((await endpointRow(id))["ready_at"]).toBe(expected === "now" ? newest?.due_at : expected);
    }
  });

  test("to an endpoint that is off it is held with the rest", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    await done(disableEndpoint(db, keyOf(id)));
    const [open] = await waiting(id);
    expect(await done(resendDelivery(db, shop.account as AccountId, Number(open?.id)))).toMatchObject({ isHeld: true });
    expect(await waiting(id)).toHaveLength(2);
    expect(await endpointRow(id)).toMatchObject({ ready_at: null });
  });

  test("a number that no delivery of the account has is refused", async () => {
    const shop = await world.merchant();
    const stranger = await world.merchant();
    const { id } = await register(stranger);
    await happen(stranger);
    const [open] = await waiting(id);
    await expectRefused(resendDelivery(db, shop.account as AccountId, Number(open?.id)), /^There is no delivery/);
    expect(await waiting(id)).toHaveLength(1);
    await expectRefused(
      resendDelivery(db, shop.account as AccountId, 999_999_999),
      "There is no delivery 999999999, or its endpoint was deleted.",
    );
    await expectRefused(recoverDeliveries(db, keyOf(NOBODY), 0), UNKNOWN);
  });

  /** Six events, delivered as told: each state is of one more delivery of the event, in that order. */
  async function failing(
    shop: Merchant,
    states: readonly (readonly ("SUCCEEDED" | "FAILED" | "OPEN")[])[],
  ): Promise<EndpointId> {
    const { id } = await register(shop);
    for (const _ of states) await happen(shop);
    const deliveries = (await waiting(id)).toSorted((a, b) => Number(a.id) - Number(b.id));
    for (const [index, list] of states.entries()) {
      const [first, ...more] = list;
      const { id: delivery } = deliveries[index] as Waiting;
      if (first !== "OPEN") await settle(delivery, first as "FAILED");
      for (const state of more) {
        const { delivery: again } = await done(resendDelivery(db, shop.account as AccountId, Number(delivery)));
        if (state !== "OPEN") await settle(again, state);
      }
    }
    return id;
  }

  test("recovering sends every event again that failed and neither succeeded later nor is under way", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [
      ["FAILED"],
      ["FAILED", "SUCCEEDED"],
      ["FAILED", "FAILED"],
      ["FAILED", "OPEN"],
      ["SUCCEEDED"],
      ["SUCCEEDED", "FAILED"],
      ["OPEN"],
    ]);
    const { id: other } = await register(shop);
    expect(await done(recoverDeliveries(db, keyOf(other), 0))).toEqual({ count: 0, isHeld: false });
    const before = new Set((await waiting(id)).map(({ id }) => id));
    expect(await done(recoverDeliveries(db, keyOf(id), 0))).toEqual({ count: 3, isHeld: false });
    const recovered = (await waiting(id)).filter(({ id }) => !before.has(id));
    expect(numbersOf(recovered)).toEqual([1, 3, 6]);
    for (const { origin, due_at, created } of recovered) expect([origin, due_at]).toEqual(["resend", created]);
    expect(await done(recoverDeliveries(db, keyOf(id), 0))).toEqual({ count: 0, isHeld: false });
  });

  test("reaches back as far as it is told, that second included", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"]]);
    await world.advance(3600);
    await happen(shop);
    const [late] = await waiting(id);
    await settle(late?.id as string, "FAILED");
    const closedAt = Number((await closed(id))[1]?.["closed_at"]);
    expect(await done(recoverDeliveries(db, keyOf(id), closedAt + 1))).toEqual({ count: 0, isHeld: false });
    expect(await done(recoverDeliveries(db, keyOf(id), closedAt))).toEqual({ count: 1, isHeld: false });
    expect(numbersOf(await waiting(id))).toEqual([2]);
    expect(await done(recoverDeliveries(db, keyOf(id), 0))).toEqual({ count: 1, isHeld: false });
  });

  test.each([true, false])("two who recover at once send nothing twice (endpoint on: %s)", async (isOn) => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"], ["FAILED"]]);
    if (!isOn) await done(disableEndpoint(db, keyOf(id)));
    const first = async (tx: Queryable): Promise<void> => {
      expect(await done(recoverDeliveries(tx, keyOf(id), 0))).toEqual({ count: 2, isHeld: !isOn });
    };
    expect(await done(whileUncommitted(first, () => recoverDeliveries(db, keyOf(id), 0)))).toEqual({
      count: 0,
      isHeld: !isOn,
    });
    expect(await waiting(id)).toHaveLength(2);
    for (const { id: delivery } of await waiting(id)) await settle(delivery, "FAILED");
    const counts = await Promise.all(Array.from({ length: 12 }, () => done(recoverDeliveries(db, keyOf(id), 0))));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(await endpointRow(id)).toMatchObject(isOn ? { status: "ENABLED" } : { ready_at: null });
  });

  test("what was skipped after it failed can be recovered again", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"]]);
    await done(recoverDeliveries(db, keyOf(id), 0));
    await done(disableEndpoint(db, keyOf(id)));
    await done(enableEndpoint(db, keyOf(id), { skipHeld: true }));
    expect(await done(recoverDeliveries(db, keyOf(id), 0))).toEqual({ count: 1, isHeld: false });
  });
});

describe("the log of attempts", () => {
  test("shows the last fifty, newest first, each with its event", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    expect(await done(attemptsOf(db, keyOf(id)))).toEqual([]);
    await happen(shop);
    const [delivery] = await waiting(id);
    // As the 53rd attempt stands: the first three have lost their places.
    await rows(
      `insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code,
         error, response, duration_ms, created)
       select $1, $2, (n - 1) % 50, n, $3, 1, 1 + (n - 1) % 9, case when n % 9 = 0 then 'FAILED' else 'PENDING' end,
         case when n % 2 = 0 then 500 end, case when n % 2 = 0 then 'The receiver answered 500.' else 'No answer within 10 s.' end,
         'secret answer', 7, 1000 + n
       from generate_series(4, 53) as n returning 1`,
      shop.account,
      id,
      delivery?.id,
    );
    const attempts = await done(attemptsOf(db, keyOf(id)));
    expect(attempts.map(({ created }) => Number(created))).toEqual(upTo(1004, 1053).toReversed());
    const [event] = await allEvents(shop);
    expect(attempts[0]).toEqual({
      delivery: delivery?.id,
      event: expect.any(String),
      type: "checkout.session.expired",
      attempt: 8,
      state: "PENDING",
      status_code: null,
      error: "No answer within 10 s.",
      duration_ms: 7,
      created: "1053",
    });
    expect(formatId("event", attempts[0]?.event as EventId)).toBe(event?.["id"]);
    expect(attempts[1]).toMatchObject({ attempt: 7, status_code: 500, error: "The receiver answered 500." });
    await expectRefused(attemptsOf(db, keyOf(NOBODY)), UNKNOWN);
  });
});
