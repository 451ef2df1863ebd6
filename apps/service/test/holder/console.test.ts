/** The way of a seller to the holder and back, in the console, with the workers of a deployment. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleOf, newPerson } from "../console/seller.js";
import type { World } from "../harness.js";
import { startWorld } from "../harness.js";
import { until } from "../payments/desk.js";
import { openSeller, startHolderWorld } from "./stage.js";

let world: World;
beforeAll(async () => {
  world = await startHolderWorld("all");
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

test("a seller connects, reads what is missing, is verified, and is paid by itself", async () => {
  const { shop, owner, purse, sleep } = await openSeller(world);
  const home = consoleOf(shop);
  expect((await owner.get(home)).html).toContain("You can’t be paid yet: Sandbox Card Bank needs something from you.");
  const overview = (await owner.get(home)).html;
  expect(overview).toContain(`href="${home}/wallet/destinations#connected"`);
  expect(overview).toContain("Connect your account at Sandbox Card Bank");
  expect(overview).not.toContain("/wallet/destinations/new");
  expect((await owner.get(`${home}/wallet`)).html).not.toContain("/wallet/destinations/new");
  const before = await owner.get(`${home}/wallet/destinations`);
  expect(before.html).toContain("Account at Sandbox Card Bank");

  const led = await owner.post(`${home}/wallet/connected`, {});
  expect(led.status).toBe(303);
  const desk = new URL(led.headers.get("location") ?? "").pathname;
  expect(desk).toMatch(/^\/sandbox\/connect\/seller_/);
  expect((await owner.get(desk)).html).toContain("Decide about this seller");

  const back = await owner.get(`${home}/wallet/connected`);
  expect(back.headers.get("location")).toBe(`${home}/wallet/destinations?said=asked`);
  await until(async () => (await owner.get(`${home}/wallet/destinations`)).html.includes("an identity document"));
  expect((await owner.post(desk, { deed: "verify ".repeat(10_000) })).status).toBe(404);
  expect((await owner.post(desk, { deed: "verify" })).status).toBe(303);
  await until(async () =>
    (await owner.get(`${home}/wallet/destinations`)).html.includes("is sent there automatically"),
  );
  expect((await owner.get(home)).html).not.toContain("You can’t be paid");

  await purse.earn("25.00");
  await sleep(86_400);
  const paid = () => purse.sql("select 1 from payouts where account_id = $1 and status = 'REQUESTED'", [shop.account]);
  await until(async () => (await paid()).length === 1);
  await purse.makeDue();
  await until(async () => (await purse.view()).available === 0n && (await purse.view()).pending === 0n);

  await owner.post(desk, { deed: "restrict" });
  await until(async () => (await owner.get(home)).html.includes("Sandbox Card Bank has stopped your account there"));
  expect((await owner.get(`${home}/wallet/destinations`)).html).toContain("a bank account");
});

test("who may not pay out is not led there, and reads how it stands", async () => {
  const shop = await world.merchant();
  const support = await newPerson(world, shop, { role: "support" });
  const home = consoleOf(shop);
  expect((await support.post(`${home}/wallet/connected`, {})).status).toBe(403);
  const page = await support.get(`${home}/wallet/destinations`);
  expect(page.html).toContain("Account at Sandbox Card Bank");
  expect(page.html).not.toContain(`action="${home}/wallet/connected"`);
});

test("where no provider holds sellers' money there is no such thing", async () => {
  const plain = await startWorld({ role: "web" });
  try {
    const shop = await plain.merchant();
    const owner = await newPerson(plain, shop);
    const home = consoleOf(shop);
    expect((await owner.post(`${home}/wallet/connected`, {})).status).toBe(404);
    expect((await owner.get(`${home}/wallet/destinations`)).html).not.toContain("Account at");
    expect((await owner.get("/sandbox/connect/seller_nobody")).status).toBe(404);
  } finally {
    await plain.close();
  }
});
