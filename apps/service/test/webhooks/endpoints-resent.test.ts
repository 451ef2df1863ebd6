/** What is sent again to an endpoint, one delivery or all that failed, and the log of attempts. */
import { describe, expect, test } from "vitest";
import { disableEndpoint } from "../../src/commands/disable-endpoint.js";
import { enableEndpoint } from "../../src/commands/enable-endpoint.js";
import { attemptsOf } from "../../src/commands/list-attempts.js";
import { recoverDeliveries } from "../../src/commands/recover-deliveries.js";
import { resendDelivery } from "../../src/commands/resend-delivery.js";
import { type AccountId, type EndpointId, type EventId, formatId } from "../../src/domain/ids.js";
import type { Queryable } from "../../src/platform/database.js";
import type { Merchant } from "../harness.js";
import { allEvents } from "../stories.js";
import {
  closed,
  db,
  done,
  endpointRow,
  expectRefused,
  happen,
  inAWorld,
  keyOf,
  NOBODY,
  numbersOf,
  register,
  rows,
  settle,
  UNKNOWN,
  upTo,
  type Waiting,
  waiting,
  whileUncommitted,
  world,
} from "./lane-stories.js";

inAWorld();

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
