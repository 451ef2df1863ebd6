/** Money that leaves the wallet: in two steps, never more than is there, once for one payout, whatever breaks in between. */

import { describe, expect, test } from "vitest";
import { addDestination } from "../../src/commands/add-destination.js";
import { bookReport } from "../../src/commands/book-report.js";
import { cancelPayout } from "../../src/commands/cancel-payout.js";
import { retryPayout } from "../../src/commands/retry-payout.js";
import type { PayoutId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { ANY_ACCOUNT } from "../../src/domain/payees.js";
import { uuidv7 } from "../../src/platform/random.js";
import { bringForward } from "../../src/store/providers/notices.js";
import { returnOutgoing } from "../../src/store/write/refund-returns.js";
import { newClient } from "../client.js";
import { newPerson } from "../console/seller.js";
import { until } from "../payments/desk.js";
import { NO_RATES } from "../rates.js";
import { asBuyer, funded, resolve, submit, TWO_PARTS } from "../stories.js";
import { inAPurse, money, purse, shop, statusOf, world } from "./paying-out.js";
import { cents, openPurse, type Purse } from "./wallet.js";

inAPurse();

test("a payout is set aside, sent after its minute, and paid; what is held and what was earned stand beside it", async () => {
  const orderFunded = await funded(shop, TWO_PARTS);
  await purse.earn("100.00");
  const before = await purse.view();
  const [{ held } = { held: "" }] = (await purse.sql(
    "select sum(held)::text as held from escrows where account_id = $1",
    [shop.account],
  )) as { held: string }[];
  expect(before).toMatchObject({ available: cents("100.00"), pending: 0n, held: BigInt(held) });
  expect(before.held).toBeGreaterThan(cents("249.90"));

  const id = await purse.requested(await purse.destination(), "60.00");
  expect(await money()).toEqual({ available: cents("40.00"), held: before.held, pending: cents("60.00") });
  await purse.send();
  expect(await statusOf(id)).toBe("REQUESTED");
  await purse.makeDue();
  await purse.send();
  expect(await purse.payout(id)).toMatchObject({ status: "PAID", number: "1", failure: null });
  expect(await money()).toEqual({ available: cents("40.00"), held: before.held, pending: 0n });
  expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 6000 });
  expect((await purse.lines()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["release", cents("100.00")],
    ["payout_reserved", -6000n],
  ]);

  // Refunds that are owed are not held any more, whether they were paid or not.
  await shop.post(`/test_helpers/escrows/${orderFunded["id"]}/cancel`, {});
  expect((await purse.view()).held).toBe(0n);
});

test("each line of earned money names the event that told of it, settlements too", async () => {
  const released = await purse.earn("100.00");
  const disputed = await funded(shop, TWO_PARTS);
  await submit(shop, disputed, 0);
  await asBuyer(shop, disputed, "approve", 0);
  await asBuyer(shop, disputed, "dispute", 1, { reason: "broken" });
  await resolve(shop, disputed, { outcome: "settle", release: "50.00", refund: "100.00" });
  const told = await purse.sql(
    `select l.kind, l.amount::int as amount, e.type, e.body::jsonb -> 'data' -> 'object' ->> 'id' as object
     from wallet_lines l join events e on e.account_id = l.account_id and e.id = l.event_id
     where l.account_id = $1 order by l.number`,
    [shop.account],
  );
  expect(told).toEqual([
    { kind: "release", amount: 10000, type: "escrow.milestone.approved", object: released["milestones"][0].id },
    { kind: "release", amount: 9990, type: "escrow.milestone.approved", object: disputed["milestones"][0].id },
    { kind: "settlement", amount: 5000, type: "escrow.updated", object: disputed["id"] },
  ]);
});

test("twenty requests for all that is there, in two processes at the same time: one wins, and nothing is overdrawn", async () => {
  await purse.earn("80.00");
  const destination = await purse.destination();
  const purses = [purse, openPurse(world, shop)];
  // The first decision can't finish until both have begun: none may rest on what is being spent.
  const blocker = newClient(world.databaseUrl);
  await blocker.connect();
  await blocker.query("begin");
  await blocker.query("select 1 from ledger_accounts where account_id = $1 and kind = 'merchant_wallet' for update", [
    shop.account,
  ]);
  const asked = Promise.all(
    Array.from({ length: 20 }, (_, at) => (purses[at % purses.length] as Purse).request(destination, "80.00")),
  );
  await until(async () => {
    const [row] = await purse.sql(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return row?.["waiting"] >= purses.length;
  });
  await blocker.query("commit");
  await blocker.end();
  const told = await asked;
  expect(told.filter(({ ok }) => ok)).toHaveLength(1);
  expect(told.filter((one) => !one.ok && one.reason === "not_enough")).toHaveLength(19);
  expect(await money()).toMatchObject({ available: 0n, pending: cents("80.00") });
});

test("the same form sent five times at once makes one payout", async () => {
  await purse.earn("100.00");
  const destination = await purse.destination();
  const id = uuidv7();
  const told = await Promise.all(Array.from({ length: 5 }, () => purse.request(destination, "20.00", id)));
  expect(told.every(({ ok }) => ok)).toBe(true);
  expect(await money()).toMatchObject({ available: cents("80.00"), pending: cents("20.00") });
});

test("a worker that dies between asking and writing it down: the provider is asked again, and pays once", async () => {
  await purse.earn("100.00");
  const id = await purse.requested(await purse.destination(), "30.00");
  await purse.makeDue();
  const name = "sandbox-mobile-money";
  const real = purse.providers.byName(name);
  let asked = 0;
  const dying = {
    ...real!,
    payout: async (order: Parameters<NonNullable<typeof real>["payout"]>[0]) => {
      asked += 1;
      await real!.payout(order);
      throw new Error("killed");
    },
  };
  const { payoutsBy } = await import("../../src/workers/payouts.js");
  const { openWindow } = await import("../../src/workers/window.js");
  const { openLog } = await import("../../src/platform/log.js");
  const means = { db: world.db, executor: purse.executor, providers: purse.providers, log: openLog("silent") };
  const window = openWindow(payoutsBy(dying, means));
  await window.fill();
  await window.settled();
  expect({ asked, status: await statusOf(id) }).toEqual({ asked: 1, status: "SENT" });
  expect(await cancelPayout(purse.executor, { account: purse.account, payout: id })).toEqual({
    ok: false,
    reason: "too_late",
  });

  // Its lease still holds: nobody else asks meanwhile.
  const again = openWindow(payoutsBy(real!, means));
  await again.fill();
  await again.settled();
  expect(await statusOf(id)).toBe("SENT");
  await purse.sql(
    "update payout_calls set leased_until = clock_timestamp() - interval '1 second' where payout_id = $1",
    [id],
  );
  await purse.send();
  expect(await statusOf(id)).toBe("PAID");
  expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3000 });
});

test("what the provider refuses comes back, with its reason, and the owner is told", async () => {
  const owner = await newPerson(world, shop);
  await purse.earn("100.00");
  const id = await purse.requested(await purse.destination({ kind: "bank", number: "1234560002" }), "30.00");
  await purse.makeDue();
  await purse.send();
  expect(await purse.payout(id)).toMatchObject({ status: "FAILED", failure: "The account is closed." });
  expect(await money()).toMatchObject({ available: cents("100.00"), pending: 0n });
  expect((await purse.lines()).map(({ kind }) => kind)).toEqual(["release", "payout_reserved", "payout_void"]);
  const other = await purse.requested(await purse.destination({ number: "+255712345678" }), "20.00");
  await purse.makeDue();
  await purse.send();
  const mails = await purse.sql(
    "select template, params from mails where recipient = $1 and template like 'seller_payout%' order by id",
    [owner.email],
  );
  expect(mails).toEqual([
    {
      template: "seller_payout_failed",
      params: expect.objectContaining({
        payout: id,
        amount: "3000",
        destination: "First Bank ••••\u00a00002",
        reason: "The account is closed.",
      }),
    },
    {
      template: "seller_payout_paid",
      params: expect.objectContaining({ payout: other, amount: "2000", destination: "Mobile money ••••\u00a05678" }),
    },
  ]);
});

test.each(["notice", "look-up", "a look-up after nobody answered the last one in time"])(
  "a payout that comes back, by %s, is in the wallet again",
  async (how) => {
    await purse.earn("100.00");
    const provider = "sandbox-mobile-money";
    await purse.mood(provider, { payouts: "returned" });
    const id = await purse.requested(await purse.destination(), "30.00");
    await purse.makeDue();
    await purse.send();
    expect(await purse.payout(id)).toMatchObject({ status: "PAID", failure: null });
    await purse.mood(provider, {});
    const reason = "The account does not exist any more.";
    const { reference } = await purse.payout(id);
    const means = { db: world.db, executor: purse.executor, feeBorneBy: "merchant" as const, rates: NO_RATES };
    if (how === "notice") {
      for (const _ of [1, 2])
        await bookReport(means, provider, { about: "payout", reference, outcome: "returned", reason });
    } else {
      const isLate = how !== "look-up";
      await purse.mood(provider, { down: isLate });
      await world.advance(isLate ? 31 * 86_400 : 86_401);
      await purse.send();
      await purse.mood(provider, {});
      await world.advance(10);
      await purse.send();
    }
    expect(await purse.payout(id)).toMatchObject({ status: "RETURNED", failure: reason });
    expect((await purse.lines()).map(({ kind }) => kind)).toEqual(["release", "payout_reserved", "payout_returned"]);
    expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3000 });
    await purse.makeDue();
    await purse.send();
    await world.checkLedger();
  },
);

test("a payout that comes back when nobody looks for it any more is in the wallet again once a statement reports it", async () => {
  await purse.earn("100.00");
  const provider = "sandbox-mobile-money";
  const id = await purse.requested(await purse.destination(), "30.00");
  await purse.makeDue();
  await purse.send();
  const call = async () => (await purse.sql("select status from payout_calls where payout_id = $1", [id]))[0];
  await world.advance(6 * 86_400);
  await purse.send();
  expect(await call()).toEqual({ status: "DONE" });
  const { reference } = await purse.payout(id);
  await returnOutgoing(world.db, provider, reference);
  expect(await bringForward(world.db, { provider, about: "payout", reference })).toBe(true);
  await purse.send();
  expect(await purse.payout(id)).toMatchObject({ status: "RETURNED" });
  // It has nothing left to say.
  expect(await bringForward(world.db, { provider, about: "payout", reference })).toBe(false);
});

test("a payout for which the balance at the provider does not reach waits for it, and the seller is told nothing else", async () => {
  await purse.earn("100.00");
  const id = await purse.requested(await purse.destination(), "30.00");
  const float = (cents: number | null) =>
    purse.sql(
      `insert into sandbox_bank.moods (provider, float) values ('sandbox-mobile-money', $1)
       on conflict (provider) do update set float = excluded.float`,
      [cents],
    );
  await float(100);
  for (let tries = 0; tries < 12; tries += 1) {
    await purse.makeDue();
    await purse.send();
  }
  expect(await purse.payout(id)).toMatchObject({ status: "SENT", failure: null });
  expect(await purse.sql("select status, said from payout_calls where payout_id = $1", [id])).toEqual([
    { status: "OPEN", said: "short" },
  ]);
  await float(null);
  await purse.makeDue();
  await purse.send();
  expect(await purse.payout(id)).toMatchObject({ status: "PAID" });
  expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3000 });
});

test("called back within its minute, it is back at once, and nobody is asked", async () => {
  await purse.earn("100.00");
  const id = await purse.requested(await purse.destination(), "30.00");
  const named = { account: purse.account, payout: id };
  const told = await Promise.all([1, 2, 3].map(() => cancelPayout(purse.executor, named)));
  expect(told).toEqual([1, 2, 3].map(() => ({ ok: true, value: null })));
  await purse.makeDue();
  await purse.send();
  expect(await statusOf(id)).toBe("CANCELLED");
  expect(await money()).toMatchObject({ available: cents("100.00"), pending: 0n });
  expect(await purse.paidOut(id)).toEqual({ times: 0, cents: 0 });
  const other = { account: purse.account, payout: uuidv7() as PayoutId };
  expect(await cancelPayout(purse.executor, other)).toEqual({ ok: false, reason: "not_found" });
});

test("an account where no provider pays out is refused in words, and not kept", async () => {
  const actor = { kind: "seller", id: null } as never;
  const typed = {
    kind: "mobile_money",
    form: ANY_ACCOUNT,
    details: {},
    name: "Ada Byron",
    bank: "",
    number: "+254 712 345678",
    country: null,
    confirmed: "",
  } as const;
  const asked: unknown[] = [];
  const providers = { reaches: (...what: readonly unknown[]) => asked.push(what) < 0, currencies: () => [] };
  const added = await addDestination(
    { db: world.db, providers, rates: NO_RATES, now: 0 },
    { account: purse.account, actor },
    typed,
  );
  expect(added).toEqual({ ok: false, reason: { number: "not_reached" } });
  expect(asked).toEqual([
    [
      { kind: "mobile_money", name: "Ada Byron", number: "+254712345678" },
      { currency: "USD", country: "KE" },
    ],
  ]);
  expect(await purse.sql("select 1 from payout_destinations where account_id = $1", [purse.account])).toEqual([]);
});

describe("a provider that says nothing", () => {
  test("is asked nine times, then an operator has to look; tried again, it is paid once", async () => {
    await purse.earn("100.00");
    const id = await purse.requested(await purse.destination(), "30.00");
    const by = { operator: COMMAND_LINE, account: purse.account, reason: "" };
    await purse.mood("sandbox-mobile-money", { down: true });
    for (let tries = 1; tries <= 9; tries += 1) {
      expect(await retryPayout(purse.executor, by, { payout: id, secondFrom: null })).toEqual({
        ok: false,
        reason: "stale",
      });
      await purse.makeDue();
      await purse.send();
    }
    expect(await statusOf(id)).toBe("PARKED");
    expect(await money()).toMatchObject({ available: cents("70.00"), pending: cents("30.00") });
    await purse.mood("sandbox-mobile-money", {});
    expect(await retryPayout(purse.executor, by, { payout: id, secondFrom: null })).toEqual({ ok: true, value: null });
    await purse.send();
    expect(await statusOf(id)).toBe("PAID");
    expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3000 });
  });

  test("or takes its time: it is asked until it has paid", async () => {
    await purse.earn("100.00");
    const id = await purse.requested(await purse.destination({ number: "+255712340003" }), "30.00");
    await purse.makeDue();
    await purse.send();
    expect(await statusOf(id)).toBe("SENT");
    await world.advance(601);
    await purse.makeDue();
    await purse.send();
    expect(await statusOf(id)).toBe("PAID");
  });
});
