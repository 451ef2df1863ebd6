/** How a delivery travels: told by the API or in the console, and shown to the buyer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { escrowPath, submitForm } from "../console/orders.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, expectRefusal, submitPath } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { ADA, escrowNow, fundedBy, orderPath, signedIn } from "./orders-area.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let owner: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  owner = await newPerson(world, shop);
  await owner.get(`${consoleOf(shop)}/escrows`);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const LAMP = { title: "Desk lamp", amount: "80.00" };
const shipping = { carrier: "DHL", tracking_number: "4410 8823", tracking_url: "https://dhl.example/t?id=4410&x=1" };
const orderPage = async (escrow: Json): Promise<string> => (await ada.get(orderPath(shop, escrow))).html;

test("what the API is told stands on the buyer's page, and in no answer", async () => {
  const escrow = await fundedBy(shop, ADA, LAMP);
  const reply = await shop.post(submitPath(escrow), { submission_details: "Left today", shipping });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body["milestones"][0]).toMatchObject({ submission_details: "Left today", status: "AWAITING_REVIEW" });
  expect(JSON.stringify([reply.body, await allEvents(shop)])).not.toContain("4410 8823");
  const html = await orderPage(escrow);
  const console = (await owner.get(escrowPath(consoleOf(shop), escrow))).html;
  for (const words of ["Carrier", "DHL", "Tracking number", "4410 8823", "Left today"]) {
    expect(html).toContain(words);
    expect(console).toContain(words);
  }
  expect(html).toContain("Shipped");
  expect(html).toMatch(
    /href="https:\/\/dhl\.example\/t\?id=4410&amp;x=1" target="_blank" rel="noopener noreferrer nofollow"/,
  );
});

test.each([
  [{ tracking_url: "http://dhl.example/t" }, "shipping.tracking_url"],
  [{ tracking_url: "javascript:alert(1)" }, "shipping.tracking_url"],
  [{ tracking_url: "https://user:pw@dhl.example/" }, "shipping.tracking_url"],
  [{ carrier: "D".repeat(61) }, "shipping.carrier"],
  [{ tracking_number: 4410 }, "shipping.tracking_number"],
])("the API refuses %j", async (given, field) => {
  const escrow = await fundedBy(shop, ADA, LAMP);
  const reply = await shop.post(submitPath(escrow), { submission_details: "Left today", shipping: given });
  expectRefusal(reply, 400, "validation_failed");
  expect(Object.keys(reply.body["error"].details)).toEqual([field]);
});

test("shipping alone is no delivery for the API, as its contract says", async () => {
  const escrow = await fundedBy(shop, ADA, LAMP);
  expectRefusal(await shop.post(submitPath(escrow), { shipping }), 400, "missing_submission_details");
});

test("the console writes the fields where every store reads them, and the buyer sees them once", async () => {
  const escrow = await fundedBy(shop, ADA, LAMP);
  const form = submitForm(consoleOf(shop), escrow);
  const refused = await owner.post(form, { carrier: "DHL", tracking_url: "http://dhl.example/t" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Enter a link that begins with https://.");
  expect(refused.html).toContain('value="DHL"');
  const sent = await owner.post(form, {
    details: "Two parcels.",
    carrier: "DHL",
    tracking_number: "4410 8823",
    tracking_url: "dhl.example/t",
  });
  expect(sent.status).toBe(303);
  expect((await escrowNow(shop, escrow))["milestones"][0].submission_details).toBe(
    "Two parcels.\n\nCarrier: DHL\nTracking number: 4410 8823\nTracking link: https://dhl.example/t",
  );
  const html = await orderPage(escrow);
  expect(html).toContain('href="https://dhl.example/t"');
  expect(html).not.toContain("Tracking link:");
  expect((await owner.get(escrowPath(consoleOf(shop), escrow))).html).not.toContain("Tracking link:");
});

test("a carrier alone is a delivery in the console", async () => {
  const escrow = await fundedBy(shop, ADA, LAMP);
  expect((await owner.post(submitForm(consoleOf(shop), escrow), { details: " ", carrier: "Posta" })).status).toBe(303);
  expect((await escrowNow(shop, escrow))["milestones"][0].submission_details).toBe("Carrier: Posta");
});

test("the database keeps it with submissions alone, and keeps no other link", async () => {
  const put = (column: string, value: string, verb: string) =>
    world.db.query({
      name: `test: shipping ${column} ${verb}`,
      text: `insert into milestone_entries (account_id, escrow_id, milestone_id, number, verb, actor, from_status, to_status, text, created, ${column})
        select account_id, escrow_id, milestone_id, 9999, $2, 'merchant', from_status, to_status, 'x', created, $1 from milestone_entries limit 1`,
      values: [value, verb],
    });
  await expect(put("tracking_url", "http://dhl.example", "submit")).rejects.toThrow(/check constraint/);
  await expect(put("carrier", "DHL", "approve")).rejects.toThrow(/milestone_entries_shipped/);
});
