/** `holdfast refund …`: what an operator sees of money that did not get back to its payer, and does about it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../../../apps/service/test/harness.js";
import { type Desk, openDesk, until } from "../../../apps/service/test/payments/desk.js";
import { confirmed } from "../../../apps/service/test/stories.js";
import { cleanUpAtEnd, expectRefused, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

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

test("a refund that its provider refused is listed with the reason, and tried again when a person says so", async () => {
  const env = { DATABASE_URL: world.databaseUrl };
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await desk.mood("sandbox-bank", { refusesRefunds: true });
  await desk.transfer(reference, "300.00");
  await until(async () => (await desk.refunds(escrow))[0]?.status === "FAILED");
  const listed = await until(async () => {
    const all = await json(["refund", "list"], env);
    return all[0]?.error !== null && all;
  });
  expect(listed).toEqual([
    {
      id: expect.any(String),
      account: shop.account,
      escrow: escrow["id"],
      reference_code: escrow["reference_code"],
      amount: "43.55",
      reason: "overpaid",
      status: "FAILED",
      tries: 1,
      error: "The account is closed.",
      created: expect.any(Number),
    },
  ]);
  expect(await text(["refund", "list"], env)).toContain("1 tries: The account is closed.");
  await desk.mood("sandbox-bank", {});
  expect(await json(["refund", "retry", listed[0].id], env)).toMatchObject({ id: listed[0].id, amount: "43.55" });
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await text(["refund", "list"], env)).toBe("nothing is owed\n");
  expectRefused(await holdfast(["refund", "retry", listed[0].id], env), 1, /there is no refund .* that is owed/);
  expectRefused(await holdfast(["refund", "retry", "nonsense"], env), 1, /there is no refund nonsense/);
});
