/** `holdfast refund …`: what an operator sees of money that did not get back to its payer, and does about it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../../../apps/service/test/harness.js";
import { type Desk, openDesk, until } from "../../../apps/service/test/payments/desk.js";
import { confirmed, funded, TWO_PARTS } from "../../../apps/service/test/stories.js";
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

test("an operator refunds an order for its seller: once under a key, and in the log", async () => {
  const env = { DATABASE_URL: world.databaseUrl };
  const escrow = await funded(shop, TWO_PARTS);
  const milestone = escrow["milestones"][0].id;
  const make = (...rest: readonly string[]) => ["refund", "make", escrow["id"], ...rest];
  const typed = make("--amount", "24.00", "--milestone", milestone, "--reason", "damaged", "--reference", "CASE-7");
  const made = await json([...typed, "--key", "case 7"], env);
  expect(made).toMatchObject({
    ...{ object: "refund", amount: "24.00", fee_refunded: "0.62", source: "held", reason: "damaged" },
    ...{ escrow_id: escrow["id"], milestone_id: milestone, external_reference: "CASE-7" },
  });
  expect(await json([...typed, "--key", "case 7"], env)).toMatchObject({ id: made.id });
  expect(await json(typed, env)).toMatchObject({ id: made.id });
  expectRefused(await holdfast(make("--amount", "1.00", "--key", "case 7"), env), 1, /dempotency/);
  expectRefused(await holdfast(make("--amount", "1.00", "--reference", "CASE-7"), env), 1, /reference/);
  expect((await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"]).toMatchObject([{ id: made.id }]);
  const written = await desk.sql(
    "select operator, operator_id, action, subject, after ->> 'refund' as refund, moved::int from operator_actions where escrow_id = $1",
    [escrow["id"]],
  );
  expect(written).toEqual([
    {
      ...{ operator: "command line", operator_id: null, action: "refund_order", subject: escrow["reference_code"] },
      ...{ refund: made.id, moved: 2462 },
    },
  ]);

  expect(await text(make(), env)).toMatch(/^RF-\d{8} {2}PENDING .* 225\.90 {2}fees 5\.93 /);
  expect(await json(["refund", "list", "--account", shop.account], env)).toMatchObject([
    { amount: "225.90", reason: "other" },
    { id: made.id },
  ]);
  expectRefused(await holdfast(make(), env), 1, /Nothing more can go back now|0\.00/);
});

test("what is wrong with a refund is one sentence, and nothing goes back", async () => {
  const env = { DATABASE_URL: world.databaseUrl };
  const escrow = await funded(shop, TWO_PARTS);
  const refused = async (args: readonly string[], sentence: RegExp): Promise<void> =>
    expectRefused(await holdfast(["refund", "make", ...args], env), 1, sentence);
  await refused(["nonsense"], /there is no order nonsense/);
  await refused([crypto.randomUUID()], /there is no order/);
  await refused([escrow["id"], "--amount", "24"], /"24" is not an amount: write US dollars with cents/);
  await refused([escrow["id"], "--amount", "0.00"], /is not an amount/);
  await refused([escrow["id"], "--amount", "250.00"], /At most 249\.90 can go back now/);
  await refused([escrow["id"], "--milestone", "1"], /"1" is not the id of a milestone/);
  await refused([escrow["id"], "--milestone", crypto.randomUUID()], /the order has no such milestone/);
  await refused([escrow["id"], "--reason", "fraud"], /is one of requested_by_customer, /);
  await refused([escrow["id"], "--key", "k".repeat(256)], /the key has at most 255 characters/);
  await refused([(await confirmed(shop))["id"]], /has not paid/);
  expectRefused(await holdfast(["refund", "make"], env), 2, /missing required argument/);
  expectRefused(await holdfast(["refund", "list", "--account", "1"], env), 1, /is not an account id/);
  expect((await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"]).toEqual([]);
});
