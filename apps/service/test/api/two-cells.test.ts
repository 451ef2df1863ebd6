/** The service still starts as two cells, and an order walks through. `npm run test:deep` tells the rest of several cells. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSpread } from "../cells/fixture.js";
import { consoleOf, newPerson } from "../console/seller.js";
import type { World } from "../harness.js";
import { asBuyer, confirmed, openSession, pay, submit } from "../stories.js";
import { newVisitor } from "../visitor.js";

let world: World;
beforeAll(async () => {
  world = await startSpread(2, {}, null);
});
afterAll(() => world?.close());

test("an order of a shop in one of two cells goes to COMPLETED, and its buyer and seller see it", async () => {
  expect(world.cell).toMatch(/^c[12]$/);
  const shop = await world.merchant();
  const session = await openSession(shop);
  expect((await newVisitor(world).get(new URL(session["url"]).pathname)).status).toBe(200);

  const escrow = await confirmed(shop);
  await pay(shop, escrow);
  await submit(shop, escrow);
  expect(await asBuyer(shop, escrow, "approve")).toMatchObject({ status: "COMPLETED" });
  await world.checkLedger();

  const buyer = newVisitor(world);
  await buyer.signIn(escrow["buyer"].email);
  expect((await buyer.get("/orders")).html).toContain(escrow["title"]);
  const seller = await newPerson(world, shop);
  expect((await seller.get(`${consoleOf(shop)}/escrows`)).html).toContain(escrow["reference_code"]);
});
