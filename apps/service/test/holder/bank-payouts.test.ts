/** What the holder pays from a seller's account to their bank, as the wallet tells it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { readClock } from "../../src/store/read/clock.js";
import { keepBooks } from "../../src/store/write/connected.js";
import { consoleOf } from "../console/seller.js";
import type { World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { cents } from "../wallet/wallet.js";
import { openSeller, type Seller, startHolderWorld } from "./stage.js";

let world: World;
let seller: Seller;
beforeAll(async () => {
  world = await startHolderWorld();
});
beforeEach(async () => {
  seller = await openSeller(world);
  await seller.ready();
  await seller.purse.earn("80.00");
  await seller.work();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** The wallet's page as text, in one line. */
const wallet = async (): Promise<string> =>
  (await seller.owner.get(`${consoleOf(seller.shop)}/wallet`)).html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const kept = () =>
  seller.purse.sql("select amount::int, status from bank_payouts where account_id = $1 order by created, their_id", [
    seller.account,
  ]);
/** As a notice of the holder does; the worker is the story's own. */
const notice = async (theirId: string) =>
  bookReport({ db: world.db, executor: seller.purse.executor, feeBorneBy: "house", rates: NO_RATES }, "sandbox-card", {
    about: "payee",
    theirId,
  });

test("a payout to the bank is told once, however often the holder says so, and its failure with the reason", async () => {
  const theirId = (await seller.state())?.theirId ?? "";
  await notice(theirId);
  await seller.look();
  expect((await seller.state())?.books).toMatchObject({ available: cents("80.00") });
  expect(await wallet()).toContain("$80.00 is in your account there");

  await seller.decide("pay");
  for (const _ of [1, 2, 3]) {
    await notice(theirId);
    await seller.look();
  }
  expect(await kept()).toEqual([{ amount: 8000, status: "PAID" }]);
  expect(await wallet()).toMatch(/Paid \$80\.00/);
  expect((await seller.state())?.books?.available).toBe(0n);

  await seller.decide("return");
  await seller.look();
  expect(await kept()).toEqual([{ amount: 8000, status: "FAILED" }]);
  const page = await wallet();
  expect(page).toContain("The bank account does not exist any more.");
  expect(page).toContain("$80.00 is in your account there");
  await seller.sleep(60);
  await seller.decide("pay");
  await seller.look();
  expect((await kept()).map(({ status }) => status)).toEqual(["FAILED", "PAID"]);
});

test("what was read earlier does not undo what was read later, and nothing of somebody else's account is told", async () => {
  const { now } = await readClock(world.db);
  const one = { theirId: "po_1", amount: cents("10.00"), failure: null, arrivesAt: now, created: now };
  const about = { account: seller.account, provider: "sandbox-card" };
  const said = { available: cents("1.00"), pending: 0n as never };
  await keepBooks(world.db, about, { ...said, payouts: [{ ...one, status: "PAID" }], at: now + 10 });
  await keepBooks(world.db, about, {
    ...{ available: cents("9.00"), pending: 0n as never, at: now },
    payouts: [{ ...one, status: "ON_THE_WAY" }],
  });
  expect(await kept()).toEqual([{ amount: 1000, status: "PAID" }]);
  expect((await seller.state())?.books?.available).toBe(100n);

  const other = await openSeller(world);
  await other.ready();
  const theirId = (await other.state())?.theirId ?? "";
  await notice(`${theirId}0`);
  await notice("acct_of_somebody");
  expect(await other.purse.sql("select 1 from bank_payouts where account_id = $1", [other.account])).toEqual([]);
  // What is owed to a buyer is not taken out of what the bank has.
  await seller.decide("pay");
  const [order] = await seller.purse.sql("select id from escrows where account_id = $1", [seller.account]);
  expect((await seller.shop.post(`/escrows/${order?.["id"]}/refunds`, { amount: "30.00" })).status).toBe(201);
  await seller.work();
  expect((await seller.payouts())[0]).toMatchObject({ status: "PAID", taken_back: "0", recalling: "3000" });
});
