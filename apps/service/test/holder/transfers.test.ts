/** What is released goes to the seller's account at the holder by itself: once, only while they can be paid, whatever breaks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { openLog } from "../../src/platform/log.js";
import { watchConnected } from "../../src/workers/connected.js";
import type { World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { cents, expectStatementAddsUp } from "../wallet/wallet.js";
import { openSeller, type Seller, startHolderWorld } from "./stage.js";

let world: World;
let seller: Seller;
beforeAll(async () => {
  world = await startHolderWorld();
});
beforeEach(async () => {
  seller = await openSeller(world);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const available = async (): Promise<bigint> => (await seller.purse.view()).available;
const statuses = async (): Promise<readonly string[]> => (await seller.payouts()).map(({ status }) => status);

describe("an account at the holder", () => {
  test("is opened once, however often the seller is led there, and is a destination once it can be paid", async () => {
    const first = await seller.connect();
    expect(await seller.connect()).toBe(first);
    await seller.look();
    expect(await seller.state()).toMatchObject({
      isPayable: false,
      wanted: ["external_account", "individual.verification.document"],
    });
    const destinations = () =>
      seller.purse.sql("select kind, number, removed_at from payout_destinations where account_id = $1", [
        seller.account,
      ]);
    expect(await destinations()).toEqual([]);
    await seller.decide("verify");
    await seller.look();
    await seller.look();
    expect(await destinations()).toEqual([{ kind: "connected", number: first, removed_at: null }]);
    // What the seller removed is not there again because the holder says something.
    await seller.purse.sql("update payout_destinations set removed_at = service_now() where account_id = $1", [
      seller.account,
    ]);
    await seller.decide("want");
    await seller.look();
    await seller.decide("verify");
    await seller.look();
    expect(await destinations()).toHaveLength(1);
    // But because the seller connects it anew.
    expect(await seller.connect()).toBe(first);
    await seller.look();
    expect((await destinations()).filter(({ removed_at }) => removed_at === null)).toHaveLength(1);
  });

  test("is opened once although the answers get lost", async () => {
    const mood = (answers: string) =>
      seller.purse.sql(
        `insert into sandbox_bank.moods (provider, answers) values ('sandbox-card', $1)
         on conflict (provider) do update set answers = $1`,
        [answers],
      );
    await mood("lost");
    await expect(seller.connect()).rejects.toThrow("unreachable");
    await mood("given");
    const theirs = await seller.connect();
    const kept = await seller.purse.sql(
      `select k.their_id from sandbox_bank.connected k join connected_accounts c on c.reference::text = k.reference
       where c.account_id = $1`,
      [seller.account],
    );
    expect(kept).toEqual([{ their_id: theirs }]);
  });

  test("is asked about when a notice comes, and by nobody else's name", async () => {
    const theirId = await seller.connect();
    await seller.look();
    const due = async (): Promise<boolean> =>
      (
        await seller.purse.sql(
          "select look_at <= service_now_ms() as due from connected_accounts where account_id = $1",
          [seller.account],
        )
      )[0]?.["due"];
    const means = { db: world.db, executor: seller.purse.executor, feeBorneBy: "merchant", rates: NO_RATES } as const;
    const told = { about: "payee" } as const;
    expect(await due()).toBe(false);
    await bookReport(means, "sandbox-card", { ...told, theirId: `${theirId}0` });
    await bookReport(means, "stripe", { ...told, theirId });
    expect(await due()).toBe(false);
    await bookReport(means, "sandbox-card", { ...told, theirId });
    expect(await due()).toBe(true);
    // It was not usable, whatever the notice said.
    await seller.look();
    expect((await seller.state())?.isPayable).toBe(false);
  });
});

describe("what is released", () => {
  test("is sent there by itself once the destination has waited its day, and no cent twice", async () => {
    await seller.connect();
    await seller.decide("verify");
    await seller.purse.earn("100.00");
    await seller.work();
    expect(await seller.payouts()).toEqual([]);
    await seller.sleep(86_400);
    await seller.work();
    expect(await statuses()).toEqual(["PAID"]);
    expect(await available()).toBe(0n);
    await seller.purse.earn("20.00");
    await seller.sleep(61);
    await seller.work();
    await seller.work();
    const payouts = await seller.payouts();
    expect(payouts.map(({ amount }) => amount)).toEqual(["10000", "2000"]);
    for (const { id } of payouts) expect((await seller.purse.paidOut(id)).times).toBe(1);
    await expectStatementAddsUp(seller.purse);
  });

  test("is sent once by several workers at a time", async () => {
    await seller.ready();
    await seller.purse.earn("70.00");
    const { executor, providers } = seller.purse;
    const means = { db: world.db, executor, providers, log: openLog("silent") };
    for (let round = 0; round < 4; round += 1) {
      await seller.purse.sql("update connected_accounts set send_at = 0, look_at = 0");
      await Promise.all([1, 2, 3, 4].map(() => watchConnected(means)));
    }
    await seller.work();
    expect((await seller.payouts()).map(({ amount, status }) => [amount, status])).toEqual([["7000", "PAID"]]);
  });

  test("stays in the wallet below a dollar, and while something is owed", async () => {
    await seller.ready();
    await seller.purse.earn("0.75");
    await seller.work();
    expect(await seller.payouts()).toEqual([]);
    await seller.purse.earn("0.75");
    await seller.sleep(61);
    await seller.work();
    expect((await seller.payouts()).map(({ amount }) => amount)).toEqual(["150"]);
  });

  test("stays in the wallet where the holder stopped the seller before it was begun", async () => {
    await seller.ready();
    await seller.purse.earn("40.00");
    await seller.decide("restrict");
    await seller.work();
    expect(await seller.state()).toMatchObject({ isPayable: false, stopped: "requirements.past_due" });
    expect(await seller.payouts()).toEqual([]);
    expect(await available()).toBe(cents("40.00"));
    await seller.decide("verify");
    await seller.work();
    await seller.work();
    expect(await statuses()).toEqual(["PAID"]);
  });

  test("stays in the wallet where a notice of the holder comes a moment after it said that the seller can be paid", async () => {
    await seller.ready();
    await seller.purse.earn("10.00");
    await seller.work();
    expect(await statuses()).toEqual(["PAID"]);
    await seller.purse.earn("40.00");
    await seller.decide("restrict");
    await seller.sleep(61);
    await seller.work();
    expect(await statuses()).toEqual(["PAID"]);
  });

  test("is in the wallet again where the holder stopped the seller between release and transfer, and goes later, once", async () => {
    await seller.ready();
    await seller.purse.earn("40.00");
    await seller.look();
    expect(await statuses()).toEqual(["REQUESTED"]);
    await seller.decide("restrict");
    await seller.work();
    expect(await statuses()).toEqual(["FAILED"]);
    expect(await available()).toBe(cents("40.00"));
    // Verified again: not at once, and then once.
    await seller.decide("verify");
    await seller.work();
    expect(await statuses()).toEqual(["FAILED"]);
    await seller.sleep(86_401);
    await seller.work();
    await seller.work();
    expect(await statuses()).toEqual(["FAILED", "PAID"]);
    expect(await available()).toBe(0n);
    await expectStatementAddsUp(seller.purse);
  });

  test("waits while the holder does not answer", async () => {
    await seller.ready();
    await seller.purse.earn("30.00");
    await seller.purse.mood("sandbox-card", { down: true });
    await seller.sleep(3_600);
    await seller.work();
    expect(await seller.payouts()).toEqual([]);
    await seller.purse.mood("sandbox-card", {});
    await seller.sleep(61);
    await seller.work();
    expect(await statuses()).toEqual(["PAID"]);
  });
});

describe("of which payment a transfer is", () => {
  /** Each with the price of the order that it is tied to; null for out of the balance. */
  const sent = () =>
    seller.purse.sql(
      `select p.amount::int, p.status, e.amount::int as tied, o.source is not null as there
       from payouts p left join escrows e on e.account_id = p.account_id and e.id = p.source_escrow_id
       left join sandbox_bank.outgoing o on o.reference = p.reference::text
       where p.account_id = $1 order by p.number`,
      [seller.account],
    );
  const float = (amount: number | null) =>
    seller.purse.sql(
      `insert into sandbox_bank.moods (provider, float) values ('sandbox-card', $1)
       on conflict (provider) do update set float = $1`,
      [amount],
    );

  test("is told where the holder took it: so it goes although the balance does not reach, and no more than it brought", async () => {
    await seller.ready();
    await float(0);
    await seller.sell("30.00");
    await seller.sell("20.00");
    await seller.purse.earn("5.00");
    await seller.work();
    expect(await sent()).toEqual([
      { amount: 3000, status: "PAID", tied: 3000, there: true },
      { amount: 2000, status: "PAID", tied: 2000, there: true },
      { amount: 500, status: "SENT", tied: null, there: false },
    ]);
    await float(null);
    await seller.purse.makeDue();
    await seller.purse.send();
    expect((await sent()).map(({ status }) => status)).toEqual(["PAID", "PAID", "PAID"]);
  });

  test("of an order that was paid several times they are several, and what is too little goes with the rest", async () => {
    await seller.ready();
    await seller.sell("70.00", "0.60", "15.00");
    await seller.work();
    expect((await sent()).map(({ amount, tied }) => [amount, tied])).toEqual([
      [7000, 8560],
      [1500, 8560],
    ]);
    await seller.purse.earn("3.00");
    await seller.sleep(61);
    await seller.work();
    expect((await sent()).slice(2).map(({ amount, tied }) => [amount, tied])).toEqual([[360, null]]);
  });

  test("no more is tied to a payment than it has left, by several workers, and after what was paid back", async () => {
    await seller.ready();
    const order = await seller.sell("50.00");
    await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount: "12.00" });
    await seller.purse.earn("40.00");
    const { executor, providers } = seller.purse;
    const means = { db: world.db, executor, providers, log: openLog("silent") };
    await Promise.all([1, 2, 3].map(() => watchConnected(means)));
    await seller.work();
    const all = await sent();
    expect(all.filter(({ tied }) => tied !== null).map(({ amount }) => amount)).toEqual([3955]);
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(7_800);
    // What was sent of it and came back is in the balance, and goes out of that.
    const [tied] = await seller.payouts();
    await bookReport({ db: world.db, executor, feeBorneBy: "house", rates: NO_RATES }, "sandbox-card", {
      about: "payout",
      reference: tied?.["reference"],
      outcome: "returned",
      reason: "It was taken back there.",
    });
    await seller.sleep(86_401);
    await seller.work();
    expect((await sent()).at(-1)).toMatchObject({ tied: null, status: "PAID" });
  });
});
