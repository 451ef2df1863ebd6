/** A provider that fails is left alone for a while, and asked as before once it answers again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Log, openLog } from "../../src/platform/log.js";
import { openHealth } from "../../src/providers/health.js";
import { claimCalls } from "../../src/store/queue/provider-calls.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { confirmed } from "../stories.js";
import { cents, type Desk, openDesk, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const health = async (provider: string): Promise<Json | undefined> =>
  (
    await desk.sql(
      "select failures, gap, is_key_refused, (held_until - service_now_ms() + 999) / 1000 as held from provider_health where provider = $1",
      [provider],
    )
  )[0];

test("five failures in a row, and a provider is asked nothing but a probe, with growing gaps, until it answers", async () => {
  const watch = openHealth(world.db, openLog("silent"));
  const fail = async (): Promise<void> => {
    const before = (await health("sandbox-bank"))?.["failures"] ?? 0;
    watch.failed("sandbox-bank", { kind: "unreachable", reason: "it does not answer" });
    await until(async () => (await health("sandbox-bank"))?.["failures"] === before + 1);
  };
  for (let failures = 1; failures <= 4; failures += 1) await fail();
  expect(watch.isHeld("sandbox-bank")).toBe(false);
  await fail();
  await until(async () => watch.isHeld("sandbox-bank"));
  for (const gap of [10, 20, 40, 80, 160, 300, 300]) {
    await fail();
    expect((await health("sandbox-bank"))?.["gap"]).toBe(gap);
  }
  watch.answered("sandbox-bank");
  await until(async () => (await health("sandbox-bank")) === undefined);
  expect(watch.isHeld("sandbox-bank")).toBe(false);
});

test("our key is refused: left alone at once; asked too much: for as long as it wants", async () => {
  const watch = openHealth(world.db, openLog("silent"));
  watch.failed("sandbox-card", { kind: "unreachable", reason: "HTTP 401", cause: "key" });
  await until(async () => (await health("sandbox-card"))?.["is_key_refused"] === true);
  await until(async () => watch.isHeld("sandbox-card"));
  watch.failed("sandbox-bank", { kind: "unreachable", reason: "HTTP 429", cause: "busy", retryAfterSeconds: 77 });
  await until(async () => Number((await health("sandbox-bank"))?.["held"]) >= 76);
  watch.answered("sandbox-card");
  watch.answered("sandbox-bank");
  await until(async () => (await desk.sql("select 1 from provider_health")).length === 0);
});

test("while it is left alone calls wait without counting, one probe is made at a time, and a buyer is told at once", async () => {
  const escrow = await confirmed(shop);
  await desk.begun(escrow, "mobile_money");
  await desk.sql(
    "insert into provider_health (provider, failures, held_until, since) values ('sandbox-mobile-money', 5, service_now_ms() + 60000, service_now())",
  );
  await desk.sql("update provider_calls set due_at = 0 where escrow_id = $1 and kind = 'look_up'", [escrow["id"]]);
  const looked = async (): Promise<Json | undefined> =>
    (await desk.sql("select tries from provider_calls where escrow_id = $1 and kind = 'look_up'", [escrow["id"]]))[0];
  expect(await claimCalls(world.db, "sandbox-mobile-money", 16)).toEqual([]);
  expect(await looked()).toEqual({ tries: 0 });
  // A buyer who begins all the same, for the page was a moment old.
  const other = await confirmed(shop);
  expect(await desk.start(other, "mobile_money")).toMatchObject({ ok: true });
  await until(async () => (await desk.payments(other))[0]?.failure === "unavailable");
  const money = { amount: cents("25.00"), currency: "USD" };
  const watch = openHealth(world.db, openLog("silent"));
  await watch.refresh();
  expect(watch.isHeld("sandbox-mobile-money")).toBe(true);
  expect(desk.providers.methods(money)).toContain("mobile_money");
  await world.advance(61);
  await until(async () => Number((await looked())?.["tries"]) >= 1);
  // A process notes an answer once it knows of the failures: the probe may be answered a moment before, and the next call is after it.
  await until(async () => {
    await desk.sql("update provider_calls set due_at = 0 where escrow_id = $1 and kind = 'look_up'", [escrow["id"]]);
    return (await health("sandbox-mobile-money")) === undefined;
  });
});

test("one that has not answered for a quarter of an hour is told of once, as an error, and measured until it answers", async () => {
  const alarms: string[] = [];
  const error = (_about: object, what: string): void => void alarms.push(what);
  const watch = openHealth(world.db, { ...openLog("silent"), warn: () => undefined, error } as unknown as Log);
  const leftAlone = async (): Promise<string | undefined> =>
    /holdfast_provider_left_alone_seconds\{provider="sandbox-bank"\} (\d+)/.exec(
      await (await fetch(`${world.url}/metrics`)).text(),
    )?.[1];
  watch.failed("sandbox-bank", { kind: "unreachable", reason: "HTTP 429", cause: "busy", retryAfterSeconds: 7_000 });
  await until(async () => watch.isHeld("sandbox-bank"));
  await watch.refresh();
  expect(alarms).toEqual([]);
  await world.advance(901);
  await watch.refresh();
  await watch.refresh();
  expect(alarms).toEqual(["a provider has not answered for long"]);
  expect(Number(await leftAlone())).toBeGreaterThan(900);
  watch.answered("sandbox-bank");
  await until(async () => (await health("sandbox-bank")) === undefined);
  expect(await leftAlone()).toBe("0");
});
