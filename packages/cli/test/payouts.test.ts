/** `holdfast payout …`: what an operator sees of money on its way to sellers, and does about what nobody knows the end of. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../../../apps/service/test/harness.js";
import { until } from "../../../apps/service/test/payments/desk.js";
import { openPurse, type Purse } from "../../../apps/service/test/wallet/wallet.js";
import { cleanUpAtEnd, expectRefused, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

let world: World;
let shop: Merchant;
let purse: Purse;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  purse = openPurse(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

test("a payout of which nobody knows the end is listed, and asked for again when a person says so", async () => {
  const env = { DATABASE_URL: world.databaseUrl };
  await purse.earn("100.00");
  const id = await purse.requested(await purse.destination({ number: "+255712345678" }), "30.00");
  await purse.mood("sandbox-mobile-money", { down: true });
  await purse.sql("update payout_calls set due_at = 0, tries = 8, silent = 8 where payout_id = $1", [id]);
  await until(async () => (await purse.payout(id))["status"] === "PARKED");
  const parked = {
    id,
    account: shop.account,
    number: 1,
    amount: "30.00",
    to: "mobile money ••••\u00a05678",
    status: "PARKED",
    tries: 9,
    error: "it does not answer",
    created: expect.any(Number),
  };
  await until(async () => (await json(["payout", "list"], env))[0]?.error !== null);
  expect(await json(["payout", "list"], env)).toEqual([parked]);
  expect(await json(["payout", "list", "--account", shop.account], env)).toEqual([parked]);
  expect(await text(["payout", "list"], env)).toContain("9 tries: it does not answer");

  await purse.mood("sandbox-mobile-money", {});
  expect(await json(["payout", "retry", id], env)).toMatchObject({ id, amount: "30.00" });
  await until(async () => (await purse.payout(id))["status"] === "PAID");
  expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3000 });
  const [logged] = await purse.sql("select operator, action, subject, before, after from operator_actions");
  expect(logged).toEqual({
    operator: "command line",
    action: "retry_payout",
    subject: "payout 1",
    before: { amount: "30.00", status: "PARKED" },
    after: { status: "SENT" },
  });
  expect(await text(["payout", "list"], env)).toBe("no payouts\n");
  expect(await json(["payout", "list", "--account", shop.account], env)).toMatchObject([{ id, status: "PAID" }]);
  expectRefused(await holdfast(["payout", "retry", id], env), 1, /there is no payout .* under way/);
  const waiting = await purse.requested(await purse.destination(), "10.00");
  expectRefused(await holdfast(["payout", "retry", waiting], env), 1, /is REQUESTED: it goes on by itself/);
  expectRefused(await holdfast(["payout", "list", "--account", "12"], env), 1, /is not an account id/);
});
