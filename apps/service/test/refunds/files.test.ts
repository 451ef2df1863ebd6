/** Refunds as files: of an account and of all, by days, in the reader's time zone, and beside their orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPage } from "../console/orders.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { fundedBy } from "../pages/orders-area.js";
import { TWO_PARTS } from "../stories.js";
import { csrfOf } from "../visitor.js";
import { openPurse } from "../wallet/wallet.js";

let world: World;
let shop: Merchant;
let owner: Person;
let home: string;
let escrow: Json;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  home = consoleOf(shop);
  escrow = await fundedBy(shop, "ada@example.com", { ...TWO_PARTS, title: "=HYPERLINK(1)", external_reference: "+1" });
  const { id } = escrow["milestones"][1];
  const named = { amount: "24.00", milestone_id: id, reason: "damaged", external_reference: "@SUM(A1)" };
  await shop.post(`/escrows/${escrow["id"]}/refunds`, named);
});
afterAll(() => world.close());

/** Cells by the heads of their columns. Of a moment, the text of the file. */
async function rowsOf(person: Person, path: string): Promise<readonly Record<string, string>[]> {
  const file = await person.get(path);
  expect(file.status, path).toBe(200);
  const cells = (line: string): string[] =>
    [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, text, number]) => text ?? number ?? "");
  const [head = "", ...lines] = file.html.replace("\ufeff", "").trimEnd().split("\r\n");
  const heads = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [heads[at] ?? at, cell])));
}

test("an account's file has each refund with its order, and no cell is a formula", async () => {
  const purse = openPurse(world, shop);
  const sold = await purse.earn("80.00");
  await shop.post(`/escrows/${sold["id"]}/refunds`, { amount: "30.00" });
  const [second, first, ...more] = await rowsOf(owner, `${home}/exports/refunds/download`);
  expect(more).toEqual([]);
  const [refund] = (await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"];
  expect(first).toEqual({
    Refund: refund["id"],
    "Created (UTC)": new Date(refund["created_at"] * 1000).toISOString(),
    "Updated (UTC)": expect.stringMatching(/^20/),
    "Reference code": escrow["reference_code"],
    Title: "'=HYPERLINK(1)",
    "Order external reference": "'+1",
    "Buyer email": "ada@example.com",
    Escrow: escrow["id"],
    Milestone: escrow["milestones"][1].title,
    "External reference": "'@SUM(A1)",
    Reason: "damaged",
    "Made by": "merchant",
    Status: expect.stringMatching(/^(PENDING|SUCCEEDED)$/),
    Failure: "",
    Source: "held",
    "Amount (USD)": "24.00",
    "Out of the wallet (USD)": "0.00",
    "Owed at first (USD)": "0.00",
    "Fees refunded (USD)": refund["fee_refunded"],
    "Buyer gets in other currencies": "",
  });
  expect(second).toMatchObject({ Source: "wallet", "Amount (USD)": "30.00", "Out of the wallet (USD)": "30.00" });
});

test("by days, and by the clock of the reader", async () => {
  const path = `${home}/exports/refunds`;
  const today = new Date().toISOString().slice(0, 10);
  expect((await rowsOf(owner, `${path}/download?from=${today}`)).length).toBeGreaterThan(0);
  expect(await rowsOf(owner, `${path}/download?until=2020-01-01`)).toEqual([]);
  expect(await readPage(owner, `${path}?until=2020-01-01`)).toContain("0 rows");
  const csrf = csrfOf((await owner.get("/zone")).html);
  await owner.postRaw("/zone", new URLSearchParams({ csrf, zone: "Africa/Lagos", next: home }).toString());
  const [last] = await rowsOf(owner, `${path}/download`);
  const hour = new Date(Date.parse(last?.["Created (UTC)"] ?? "") + 3_600_000).toISOString().slice(0, 13);
  expect(last?.["Created (Africa/Lagos)"]).toContain(hour.replace("T", " "));
  // The orders' page hands its days on.
  expect((await owner.get(`${home}/escrows?from=${today}&status=done`)).html).toContain(
    `${home}/exports/refunds?from=${today}"`,
  );
});

test("an order's line says what of it went back", async () => {
  const rows = await rowsOf(owner, `${home}/exports/escrows/download`);
  expect(rows.find((row) => row["Escrow"] === escrow["id"])).toMatchObject({ "Refunded (USD)": "24.00" });
});

test("the desk's has those of every account, and nobody else has it", async () => {
  const other = await world.merchant();
  const theirs = await fundedBy(other, "bo@example.com", TWO_PARTS);
  await other.post(`/escrows/${theirs["id"]}/refunds`, { amount: "5.00" });
  const operator = await newOperator(world);
  const rows = await rowsOf(operator, "/desk/exports/refunds/download");
  expect(new Set(rows.map((row) => row["Seller code"]))).toEqual(new Set([shop.sellerCode, other.sellerCode]));
  expect(rows[0]).toMatchObject({ Escrow: theirs["id"], "Amount (USD)": "5.00" });
  expect(await rowsOf(operator, "/desk/exports/refunds/download?until=2020-01-01")).toEqual([]);
  expect((await operator.get("/desk/stuck")).html).toContain('href="/desk/exports/refunds"');
  expect((await owner.get("/desk/exports/refunds/download")).status).toBe(404);
  const stranger = await newPerson(world, other);
  expect((await stranger.get(`${home}/exports/refunds/download`)).status).toBe(404);
  const own = await rowsOf(stranger, `${consoleOf(other)}/exports/refunds/download`);
  expect(own.map((row) => row["Escrow"])).toEqual([theirs["id"]]);
});
