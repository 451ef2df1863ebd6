/** The page of the house's books: what differs is looked into and closed by a person, and what the bank moved is written down. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../../src/providers/port.js";
import { listStaying } from "../../src/store/read/desk/staying.js";
import { type BooksStage, openBooksStage } from "../books/stage.js";
import type { Person } from "../console/seller.js";
import { newOperator } from "./operator.js";

let stage: BooksStage;
let grace: Person;
beforeAll(async () => {
  stage = await openBooksStage();
  grace = await newOperator(stage.world, "Grace");
  await grace.get("/desk");
});
afterAll(async () => {
  await stage.world.checkLedger();
  await stage.close();
});

const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const actions = () =>
  stage.desk.sql("select action, reason from operator_actions where operator = $1 order by id", [grace.email]);

test("before a statement was read there is nothing, and nothing breaks", async () => {
  const page = await grace.get("/desk/books");
  expect(page.status).toBe(200);
  expect(page.html).toContain("No statement has been read yet.");
});

test("a difference is shown, looked into, and closed with a reason; the CSV keeps it", async () => {
  const reference = await stage.paid();
  await stage.told();
  await stage.fault(`in-${reference}-1`, "twice");
  await stage.rested();
  const page = await grace.get("/desk/books");
  for (const text of ["A second time", reference, "102.80", "Covered", "sandbox-card", "Nobody"])
    expect(page.html).toContain(text);

  expect(said(await grace.post("/desk/books/look", { difference: "1" }))).toBe("looked-after");
  expect((await grace.get("/desk/books")).html).toContain(grace.email);

  const close = { difference: "1", booked_to: "suspense", reason: "" };
  const refused = await grace.post("/desk/books/close", close);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Give a reason, in a sentence.");
  const reason = "They paid it twice; the payer has it back.";
  expect(said(await grace.post("/desk/books/close", { ...close, reason }))).toBe("difference-closed");
  expect(said(await grace.post("/desk/books/close", { ...close, reason }))).toBe("stale");
  expect((await grace.get("/desk/books")).html).toContain("No differences.");
  expect(await actions()).toEqual([{ action: "close_difference", reason }]);

  const csv = await grace.get("/desk/books/differences.csv");
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const [head, line, ...rest] = csv.html.split("\r\n");
  expect(head).toMatch(/^number,provider,class,status,amount/);
  expect(line).toContain(`1,"sandbox-card",twice,CLOSED,102.80,USD,payment,"${reference}"`);
  expect(line).toContain(`"${reason}"`);
  expect(rest).toEqual([""]);
});

test("what the bank moved is written down with where it is written, and not without an amount", async () => {
  const float = { move: "own_in", provider: "sandbox-card", amount: "none", float_reason: "" };
  const refused = await grace.post("/desk/books/float", float);
  expect(refused.status).toBe(422);
  for (const text of ["An amount in USD, such as 250.00.", "Give a reason"]) expect(refused.html).toContain(text);
  const reason = "Bank statement 11, line 4";
  const given = { ...float, amount: "250", float_reason: reason };
  expect(said(await grace.post("/desk/books/float", given))).toBe("float");
  expect(await stage.balances("house")).toEqual({ bank: "250.00", fees_received: "-250.00" });
  expect((await actions()).at(-1)).toEqual({ action: "move_float", reason });
});

test.each(["0", "x", "99999999999999999999"])("a difference called %s is none", async (difference) => {
  expect((await grace.get(`/desk/books?difference=${difference}`)).status).toBe(404);
  expect((await grace.post("/desk/books/look", { difference })).status).toBe(404);
});

test("money that can't be paid back for much longer is listed in time, and no sooner", async () => {
  const bounds = [{ provider: "sandbox-card", method: "card", refundDays: 180, holdDays: 90 } as const];
  expect(await listStaying(stage.world.db, bounds, 21)).toEqual([]);
  await stage.world.advance(70 * 86_400);
  const [first] = await listStaying(stage.world.db, bounds, 21);
  expect(first).toMatchObject({
    provider: "sandbox-card",
    method: "card",
    sellerCode: stage.shop.sellerCode,
    held: 10_280n,
  });
  expect((first?.holdUntil ?? 0) - (first?.paidAt ?? 0)).toBe(90 * 86_400);
  expect((first?.refundUntil ?? 0) - (first?.paidAt ?? 0)).toBe(180 * 86_400);
  expect(await listStaying(stage.world.db, [], 21)).toEqual([]);
  expect((await grace.get("/desk/stuck")).html).toContain("None within 21 days.");
});

test("money in shillings counts at the day's rate, exchange is told by day, and both are in a file", async () => {
  const mobile = stage.desk.providers.byName("sandbox-mobile-money") as Provider;
  stage.rates({ KES: "129.35" });
  await stage.paid("100.00", { currency: "KES", method: "mobile_money", phone: "+254712345678" });
  await stage.told();
  await stage.rested({}, mobile);
  stage.rates({ KES: "131" });
  await stage.world.advance(86_400);
  await stage.read({}, mobile);
  const page = await grace.get("/desk/books");
  for (const text of ["Money by currency", "13,297.18", "131", "101.50", "Exchange by day", "-1.30", "129.35"])
    expect(page.html).toContain(text);

  const reason = "Statement of the bank in Nairobi, line 2";
  const float = { move: "to_bank", provider: "sandbox-mobile-money", currency: "KES", float_reason: reason };
  expect((await grace.post("/desk/books/float", { ...float, amount: "0" })).html).toContain("An amount in KES");
  expect(said(await grace.post("/desk/books/float", { ...float, amount: "13,000.50" }))).toBe("float");
  expect(await stage.balances("sandbox-mobile-money", "KES")).toMatchObject({
    bank: "13000.50",
    in_transit: "-13000.50",
  });

  const csv = (await grace.get("/desk/books/exchange.csv")).html.split("\r\n");
  expect(csv[0]).toBe(
    "day,currency,there,for_one_usd,rate_source,rate_of,worth_usd,fx,fx_books_usd,gain_usd,gain_in_all_usd",
  );
  expect(csv[1]).toMatch(/^\d{4}-\d\d-\d\d,KES,13297\.18,131,"test",[^,]+,101\.50,-13297\.18,102\.80,-1\.30,-1\.30$/);

  stage.rates({});
  await stage.read({}, mobile);
  expect((await grace.get("/desk/books?said=float")).html).toContain("KES has no current rate");
});
