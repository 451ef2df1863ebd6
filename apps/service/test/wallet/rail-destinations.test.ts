/** Where sellers can be paid by a rail of the operator's own: what its bank asks for, and nothing that nobody pays to. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RailPayouts } from "../../src/domain/rails.js";
import { newPerson, type Person } from "../console/seller.js";
import { sqlOf } from "../desk/operator.js";
import type { Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { cents } from "../payments/desk.js";
import { CSV } from "../providers/manual/files.js";
import { KCB, railsAlone } from "../rails-fixture.js";

const BOUNDS = { least: cents("1.00"), most: cents("500.00"), countries: null };
const NACHA: RailPayouts = {
  ...BOUNDS,
  format: "nacha",
  entries: "CCD",
  companyId: "1234567890",
  companyName: "ACME",
  routing: "021000021",
  bankName: "FIRST BANK",
  description: "PAYOUT",
};
const TEMPLATE: RailPayouts = {
  ...BOUNDS,
  format: "csv",
  number: "any",
  fields: [{ id: "branch", label: "Branch code", kind: "text", isDigits: true, least: 3, most: 3 }],
  encoding: "utf-8",
  separator: ",",
  decimal: ".",
  date: "YYYY-MM-DD",
  header: true,
  columns: [{ name: "To", value: "{number}-{branch} {amount} {reference}" }],
};

let world: World;
let shop: Merchant;
let owner: Person;
let home: string;
beforeAll(async () => {
  world = await startWorld(
    railsAlone([
      { ...KCB, id: "ach", name: "First Bank", statements: CSV, payouts: NACHA },
      { ...KCB, statements: CSV, payouts: TEMPLATE },
      { ...KCB, id: "till", name: "Till" },
    ]),
  );
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  home = `/console/${shop.sellerCode}/wallet/destinations`;
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
const US = { kind: "us", name: "Ada Byron", bank: "Second Bank", number: "12 345-678" };
const KENYA = { kind: "manual-kcb", name: "Ada Byron", bank: "KCB", number: "0011223344" };

test("the form has a tab for each way that anybody pays out, and no other", async () => {
  const { html } = await owner.get(`${home}/new`);
  expect([...html.matchAll(/\/new\?kind=([^"&]+)"/g)].map(([, kind]) => kind)).toEqual(["us", "manual-kcb"]);
  expect(html).toContain("Routing number");
  expect((await owner.get(`${home}/new?kind=manual-kcb`)).html).toContain("Branch code");
  // What nobody pays to can't be asked for by hand either.
  expect((await owner.post(home, { ...US, kind: "mobile_money", number: "+254712345678" })).status).toBe(422);
});

test.each([
  [
    "a routing number with a typing error",
    { ...US, detail_routing: "021000012" },
    "Enter the nine digits of the routing number",
  ],
  ["no kind of account", { ...US, detail_routing: "021000021", detail_account_type: "" }, "Choose the account type."],
  [
    "an account number that is too long",
    { ...US, detail_routing: "021000021", number: "1".repeat(18) },
    "Enter an account number",
  ],
  ["too short a branch", { ...KENYA, detail_branch: "12" }, "Enter 3 to 3 digits."],
  ["letters for a branch", { ...KENYA, detail_branch: "12a" }, "Enter 3 to 3 digits."],
])("%s is told by its field, and nothing is kept", async (_what, form, sentence) => {
  const page = await owner.post(home, { detail_account_type: "checking", ...form });
  expect(page.status).toBe(422);
  expect(page.html).toContain(sentence);
  expect(await sql("select 1 from payout_destinations where account_id = $1", [shop.account])).toEqual([]);
});

test("a seller adds both, and a payout goes to the rail that pays there, once", async () => {
  for (const form of [
    { ...US, detail_routing: "021 000 021", detail_account_type: "savings" },
    { ...KENYA, detail_branch: "0-1-2" },
  ])
    expect((await owner.post(home, form)).status).toBe(303);
  const rows = await sql("select number, bank, details from payout_destinations where account_id = $1 order by slot", [
    shop.account,
  ]);
  expect(rows).toEqual([
    { number: "12345678", bank: "Second Bank", details: { routing: "021000021", account_type: "savings" } },
    { number: "0011223344", bank: "KCB", details: { branch: "012" } },
  ]);
});

test("what was added under other providers stays, says so, and can't be chosen", async () => {
  await sql(
    `insert into payout_destinations (account_id, id, kind, name, number, slot, created, usable_at)
     values ($1, gen_random_uuid(), 'mobile_money', 'Ada Byron', '+254712345678', 9, service_now() - 90000, service_now() - 3600)`,
    [shop.account],
  );
  expect((await owner.get(home)).html).toContain("can’t be paid at the moment");
  await sql("update accounts set verification_status = 'VERIFIED' where id = $1", [shop.account]);
  const wallet = (await owner.get(`/console/${shop.sellerCode}/wallet`)).html;
  expect(wallet).toContain("Second Bank");
  expect(wallet).not.toContain("Mobile money");
});
