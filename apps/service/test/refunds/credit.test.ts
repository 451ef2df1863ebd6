/** A seller who was paid out refunds on credit, as far as an operator allows: the rest is owed, and what comes in pays it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal } from "../stories.js";
import { expectStatementAddsUp, openPurse, type Purse } from "../wallet/wallet.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

type Scene = { readonly shop: Merchant; readonly purse: Purse; readonly orders: readonly Json[] };

/** Orders of 100.00 that were released, and paid out. */
async function paidOut(credit: string, orders = 1): Promise<Scene> {
  const shop = await world.merchant();
  const purse = openPurse(world, shop);
  const sold: Json[] = [];
  for (let at = 0; at < orders; at += 1) sold.push(await purse.earn("100.00"));
  await purse.requested(await purse.destination(), `${orders}00.00`);
  await purse.sql("update accounts set refund_credit = $2 where id = $1", [purse.account, credit]);
  return { shop, purse, orders: sold };
}

const refund = ({ shop }: Scene, order: Json | undefined, amount: string) =>
  shop.post(`/escrows/${order?.["id"]}/refunds`, { amount });

test("without credit a refund stops at what the wallet has", async () => {
  const scene = await paidOut("0");
  const refused = await refund(scene, scene.orders[0], "30.00");
  expectRefusal(refused, 409, "insufficient_balance");
  expect(refused.body["error"]["message"]).toMatch(/Nothing more can go back now\.$/);
});

test("with credit the buyer gets it, the seller owes it, and the next order pays it", async () => {
  const scene = await paidOut("5000");
  const { purse, orders } = scene;
  const made = await refund(scene, orders[0], "30.00");
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { amount: "30.00", source: "wallet" } });
  expect(await purse.view()).toMatchObject({ available: 0n, owed: 3000n });

  const refused = await refund(scene, orders[0], "20.01");
  expectRefusal(refused, 409, "insufficient_balance");
  expect(refused.body["error"]["message"]).toMatch(/At most 20\.00 can go back now\.$/);

  await purse.earn("20.00");
  expect(await purse.view()).toMatchObject({ available: 0n, owed: 1000n });
  await purse.earn("25.00");
  expect(await purse.view()).toMatchObject({ available: 1500n, owed: 0n });
  await expectStatementAddsUp(purse);
});

test("what the wallet has goes first", async () => {
  const scene = await paidOut("5000");
  await scene.purse.earn("10.00");
  expect(await refund(scene, scene.orders[0], "30.00")).toMatchObject({ status: 201 });
  expect(await scene.purse.view()).toMatchObject({ available: 0n, owed: 2000n });
  const kinds = (await scene.purse.lines()).map(({ kind, amount }) => [kind, amount]);
  expect(kinds).toContainEqual(["refund_released", -1000n]);
});

test("refunds of several orders at once owe no more than the account may", async () => {
  const scene = await paidOut("5000", 4);
  const answers = await Promise.all(scene.orders.map((order) => refund(scene, order, "20.00")));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect(await scene.purse.view()).toMatchObject({ owed: 4000n });
  await Promise.all([scene.purse.earn("30.00"), scene.purse.earn("30.00")]);
  expect(await scene.purse.view()).toMatchObject({ available: 2000n, owed: 0n });
  await expectStatementAddsUp(scene.purse);
});
