/** Sellers are paid in their own money where nobody pays them dollars: told before, kept, sent, and back whole in dollars. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { payouts as payoutsListed } from "../../src/admin/payouts.js";
import { readConfig } from "../../src/config/index.js";
import type { PayoutId } from "../../src/domain/ids.js";
import { type Rail, railProvider } from "../../src/domain/rails.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { CSV } from "../providers/manual/files.js";
import { KCB, railsAlone } from "../rails-fixture.js";
import { fieldsOf } from "../refunds/form.js";
import type { Page } from "../visitor.js";
import { cents, expectStatementAddsUp, openPurse, type Purse } from "./wallet.js";

/** A bank in Kampala: it pays whole shillings. */
const KAMPALA: Rail = {
  ...KCB,
  id: "kampala",
  name: "Kampala Bank",
  currency: "UGX",
  countries: ["UG"],
  statements: CSV,
  payouts: {
    format: "csv",
    least: cents("1000.00"),
    most: cents("9000000.00"),
    countries: ["UG"],
    number: "any",
    fields: [],
    encoding: "utf-8",
    separator: ",",
    decimal: ".",
    date: "YYYY-MM-DD",
    header: true,
    columns: [{ name: "To", value: "{number} {amount} {currency} {reference}" }],
  },
};

let world: World;
let shop: Merchant;
let owner: Person;
let purse: Purse;
let home: string;
beforeAll(async () => {
  const rails = railsAlone([KAMPALA]);
  world = await startWorld({ ...rails, rates: readConfig({ RATE_MARGIN: "UGX:2" }).rates, role: "web" });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  purse = openPurse(world, shop, rails);
  home = `${consoleOf(shop)}/wallet`;
  await purse.earn("200.00");
});
afterEach(() => expectStatementAddsUp(purse));
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const ACCOUNT = { kind: "manual-kampala", name: "Ada Byron", bank: "Kampala Bank", number: "0011223344" };
const says = ({ html }: Page, text: string): boolean => html.replaceAll("\u00a0", " ").includes(text);
const reviewed = async (amount: string, destination: string): Promise<Page> =>
  owner.post(`${home}/review`, { amount, destination });
const placeOf = async (): Promise<string> =>
  (await purse.sql("select id from payout_destinations where account_id = $1", [shop.account]))[0]?.["id"];
const payouts = (): Promise<readonly Json[]> =>
  purse.sql("select * from payouts where account_id = $1 order by number", [shop.account]);
/** The bank's statement says what became of what was sent. */
const bankSays = (status: "PAID" | "RETURNED", reference: string): Promise<unknown> =>
  purse.sql(
    `update rail_outgoing set status = $2, bank_reference = $1, ended_at = 1, reason = case $2 when 'RETURNED' then 'Closed' end
     where reference = $1`,
    [reference, status],
  );

test("without a rate nobody is paid in it: no account can be added, and one that is there says so", async () => {
  expect((await owner.post(`${home}/destinations`, ACCOUNT)).status).toBe(422);
  await world.rates({ UGX: "3650.5" });
  expect((await owner.post(`${home}/destinations`, ACCOUNT)).status).toBe(303);
  expect(says(await owner.get(home), "Paid in Ugandan shillings (UGX)")).toBe(true);
  // A day later it can be used, and the rate is too old.
  await world.advance(86_401);
  expect(says(await owner.get(home), "Kampala Bank")).toBe(false);
  expect(says(await owner.get(`${home}/destinations`), "can’t be paid at the moment")).toBe(true);
  await world.rates({ UGX: "3650.5" });
  expect(says(await owner.get(home), "Kampala Bank")).toBe(true);
});

test("what arrives is told before, rounded down to whole shillings, and is what leaves", async () => {
  const destination = await placeOf();
  const review = await reviewed("33.33", destination);
  // 33.33 × 3,650.5 × 0.98 = 119,237.74…
  for (const text of ["UGX 119,237<", "$1 = UGX 3,650.5, less 2% for the exchange", "$33.33", "until"])
    expect(says(review, text)).toBe(true);
  const made = await owner.post(`${home}/payouts`, fieldsOf(review.html));
  expect(made.status).toBe(303);
  // Sent twice, it is made once.
  await owner.post(`${home}/payouts`, fieldsOf(review.html));
  const [row, ...others] = await payouts();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ amount: "3333", presented_currency: "UGX", presented_amount: "11923700" });
  expect(row).toMatchObject({ rate: "3650.5", rate_margin: 200, rate_source: "Central Bank", status: "REQUESTED" });
  expect(says(await owner.get(made.headers.get("location") ?? ""), "UGX 119,237")).toBe(true);
  expect(says(await owner.get(home), "UGX 119,237")).toBe(true);
  const file = await owner.get(`${consoleOf(shop)}/exports/payouts/download`);
  expect(says(file, ",33.33,119237,UGX,3650.5,2")).toBe(true);
  expect(says(await owner.get(`${home}/statement`), "UGX 119,237")).toBe(true);
  expect(says(await owner.get(`${home}/statement.csv`), "Payout 1: UGX 119237")).toBe(true);

  const listed = { amount: "33.33", presented: "UGX 119237" };
  expect(await payoutsListed(world.db, null)).toMatchObject([listed]);
  expect(await payoutsListed(world.db, shop.account)).toMatchObject([listed]);
  const grace = await newOperator(world);
  expect(says(await grace.get(`/desk/search?q=${row?.["id"]}`), "$33.33 (UGX 119,237)")).toBe(true);

  await purse.makeDue();
  await purse.send();
  const sent = await purse.sql("select provider, amount, currency from rail_outgoing where reference = $1", [
    row?.["reference"],
  ]);
  expect(sent).toEqual([{ provider: railProvider(KAMPALA), amount: "11923700", currency: "UGX" }]);
  await bankSays("PAID", row?.["reference"]);
  await purse.makeDue();
  await purse.send();
  expect((await payouts())[0]).toMatchObject({ status: "PAID" });
  const moved = await purse.sql(
    "select currency, amount, books from provider_movements where payout_id = $1 order by id",
    [row?.["id"]],
  );
  expect(moved).toEqual([{ currency: "UGX", amount: "-11923700", books: "-3333" }]);
  const [mail] = await purse.sql(
    "select params from mails where template = 'seller_payout_paid' order by id desc limit 1",
  );
  expect(mail?.["params"]).toMatchObject({ amount: "3333", presented: [{ amount: "11923700", currency: "UGX" }] });
});

test("a payout that comes back is in the wallet again, in dollars to the cent", async () => {
  const before = (await purse.view()).available;
  const review = await reviewed("10.01", await placeOf());
  await owner.post(`${home}/payouts`, fieldsOf(review.html));
  const row = (await payouts()).at(-1) as Json;
  await purse.makeDue();
  await purse.send();
  await bankSays("PAID", row["reference"]);
  await purse.makeDue();
  await purse.send();
  expect((await purse.view()).available).toBe(before - cents("10.01"));
  await bankSays("RETURNED", row["reference"]);
  await purse.sql("update payout_calls set status = 'OPEN' where payout_id = $1", [row["id"]]);
  await purse.makeDue();
  await purse.send();
  expect(await purse.payout(row["id"] as PayoutId)).toMatchObject({ status: "RETURNED" });
  expect((await purse.view()).available).toBe(before);
});

test("a promise holds for its payout, its amount and a quarter of an hour: otherwise the amount of now is shown", async () => {
  const destination = await placeOf();
  const count = (await payouts()).length;
  const fields = fieldsOf((await reviewed("20.00", destination)).html);
  const { quote = "" } = fields;
  const changed = { UGX: "3700" };
  await world.rates(changed);
  for (const given of [
    { ...fields, amount: "150.00" },
    { ...fields, quote: quote.replace("3650", "9650") },
    { ...fields, quote: "" },
    { ...fields, id: (fields["id"] ?? "").replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
  ]) {
    const shown = await owner.post(`${home}/payouts`, given);
    expect(shown.status).toBe(422);
    expect(says(shown, "The exchange rate has changed.")).toBe(true);
    expect(says(shown, "$1 = UGX 3,700")).toBe(true);
  }
  const { quote: _left, ...without } = fields;
  expect(says(await owner.post(`${home}/payouts`, without), "$1 = UGX 3,700")).toBe(true);
  expect(await payouts()).toHaveLength(count);
  // What was promised holds, although the rate is another.
  expect((await owner.post(`${home}/payouts`, fields)).status).toBe(303);
  expect((await payouts()).at(-1)).toMatchObject({ rate: "3650.5" });
  const late = fieldsOf((await reviewed("20.00", destination)).html);
  await world.advance(901);
  expect((await owner.post(`${home}/payouts`, late)).status).toBe(422);
  expect(await payouts()).toHaveLength(count + 1);
});

test("an amount that the bank doesn't pay is refused when it is reviewed", async () => {
  // The bank pays nine million at a time; ten thousand dollars are more.
  await purse.sql("update accounts set payout_daily_max = 1000000000 where id = $1", [shop.account]);
  await purse.earn("3000.00");
  const shown = await reviewed("2900.00", await placeOf());
  expect(shown.status).toBe(422);
  expect(says(shown, "isn’t available at the moment")).toBe(true);
});
