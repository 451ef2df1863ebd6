/** Payouts and refunds that leave by files for the bank: gathered by one operator, approved by another, settled by the statement. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importStatement } from "../../src/commands/import-statement.js";
import { formatSigned } from "../../src/domain/money.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { openLog } from "../../src/platform/log.js";
import { openProviders } from "../../src/providers/open.js";
import type { Provider } from "../../src/providers/port.js";
import { claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { reconcile } from "../../src/workers/statements.js";
import { newPerson, type Person } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { SECRET, until } from "../payments/desk.js";
import { CSV, closingOf, csvOf, fileOf, type Line } from "../providers/manual/files.js";
import { type Asked, askedByBank, newOperatorOf, PAIN_RAIL, railsAlone, said } from "../rails-fixture.js";
import { NO_RATES } from "../rates.js";
import { ORDER } from "../stories.js";
import { openPurse, type Purse } from "../wallet/wallet.js";
import { sqlOf } from "./operator.js";

const RAIL = { ...PAIN_RAIL, statements: CSV };

let world: World;
let shop: Merchant;
let purse: Purse;
let owner: Person;
let [grace, ada, joan]: Person[] = [];
beforeAll(async () => {
  world = await startWorld(railsAlone([RAIL]));
  shop = await world.merchant();
  purse = openPurse(world, shop);
  owner = await newPerson(world, shop);
  [grace, ada, joan] = await Promise.all(["Grace", "Lovelace", "Joan"].map((name) => newOperatorOf(world, name)));
  await sql("update accounts set verification_status = 'VERIFIED' where id = $1", [shop.account]);
  for (let orders = 0; orders < 3; orders += 1) await purse.earn("900.00");
  destination = await destinationOf(shop);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);

let destination = "";
/** As a seller adds it, a day later. */
async function destinationOf({ account }: Pick<Merchant, "account">): Promise<string> {
  const [row] = await sql(
    `insert into payout_destinations (account_id, id, kind, name, number, bank, details, slot, created, usable_at)
     values ($1, gen_random_uuid(), 'bank', 'José Müller & Søn', 'DE89370400440532013000', 'First Bank', '{}', 1, service_now() - 90000, service_now() - 3600)
     returning id`,
    [account],
  );
  return String(row?.["id"]);
}

type Wanted = { readonly payout: string; readonly reference: string; readonly code: string };
/** A seller asks for a payout, as the console does, and it waits for a batch. */
async function wanted(amount: string): Promise<Wanted> {
  const home = `/console/${shop.sellerCode}/wallet`;
  const review = await owner.post(`${home}/review`, { amount, destination });
  const id = /name="id" value="([^"]+)"/.exec(review.html)?.[1] ?? "";
  const asked = await owner.post(`${home}/payouts`, { id, amount, destination });
  expect(asked.status, asked.html).toBe(303);
  await sql("update payout_calls set due_at = 0 where payout_id = $1", [id]);
  const row = await until(async () => {
    const [found] = await sql(
      "select o.reference, o.code from payouts p join rail_outgoing o on o.reference = p.reference::text where p.id = $1",
      [id],
    );
    return found;
  });
  return { payout: id, reference: String(row["reference"]), code: String(row["code"]) };
}

const statusOf = async ({ payout }: Wanted): Promise<unknown> =>
  (await sql("select status from payouts where id = $1", [payout]))[0]?.["status"];
const isNow = (one: Wanted, status: string): Promise<unknown> => until(async () => (await statusOf(one)) === status);
const orderOf = async ({ code }: Wanted): Promise<Json> =>
  (await sql("select status, batch is not null as in_batch, reason from rail_outgoing where code = $1", [code]))[0] ??
  {};
const batchOf = async (code: string): Promise<Json> =>
  (await sql("select * from rail_batches where code = $1", [code]))[0] ?? {};
const available = async (): Promise<bigint> => (await purse.view()).available;

async function gathered(by: Person = grace as Person): Promise<string> {
  const page = await by.post("/desk/batches", { rail: RAIL.id });
  expect(said(page)).toBe("batch-made");
  return /batches\/(HB\w+)/.exec(page.headers.get("location") ?? "")?.[1] ?? "";
}
const act = async (by: Person | undefined, code: string, what: string, form: Record<string, string> = {}) =>
  said(await (by as Person).post(`/desk/batches/${code}/${what}`, form));
/** Gathered by Grace, approved by Ada and written by her. */
async function exported(): Promise<string> {
  const code = await gathered();
  expect(await act(ada, code, "approve")).toBe("batch-approved");
  expect(await act(ada, code, "export")).toBe("batch-exported");
  return code;
}

let balance = "50000.00";
async function statement(...lines: readonly Omit<Line, "day">[]) {
  const sheet = { opening: balance, lines: lines.map((line) => ({ day: "2026-05-10", ...line })) };
  const counted = await importStatement(world.db, RAIL, {
    path: fileOf(csvOf(sheet)),
    name: "may.csv",
    operator: COMMAND_LINE,
    isDry: false,
  });
  balance = closingOf(sheet);
  return counted;
}

test("a payout goes from the seller's wish to the statement's line that settles it", async () => {
  const before = await available();
  const payout = await wanted("120.00");
  expect(await orderOf(payout)).toMatchObject({ status: "OPEN", in_batch: false });
  const list = await (grace as Person).get("/desk/batches");
  expect(list.html).toContain("1 order is due, $120.00 in total");
  expect(list.html).toContain(payout.code);

  const code = await gathered();
  expect(await act(grace, code, "approve")).toBe("own-request");
  expect(await act(ada, code, "export")).toBe("stale");
  expect(await act(ada, code, "approve")).toBe("batch-approved");
  expect(await act(grace, code, "export")).toBe("batch-exported");
  expect(await act(grace, code, "export")).toBe("stale");

  const files = await Promise.all([grace, ada].map((one) => (one as Person).get(`/desk/batches/${code}/file`)));
  expect(files.map(({ status }) => status)).toEqual([200, 200]);
  expect(files[0]?.html).toBe(files[1]?.html);
  expect(files[0]?.headers.get("content-disposition")).toContain(`${code}.xml`);
  const { digest } = await batchOf(code);
  expect(
    createHash("sha256")
      .update(files[0]?.html ?? "")
      .digest("hex"),
  ).toBe(digest);
  const lines = await sql("select operator, action, after from operator_actions where subject = $1 order by id", [
    `batch ${code}`,
  ]);
  expect(lines.map((one) => one["action"])).toEqual([
    "make_batch",
    "approve_batch",
    "export_batch",
    "fetch_batch",
    "fetch_batch",
  ]);
  for (const { after } of lines.slice(2) as { after: Json }[]) expect(after["digest"]).toBe(digest);

  expect(await statusOf(payout)).toBe("SENT");
  expect(await statement({ amount: "-120.00", text: `SEPA ${payout.code} Jose Muller` })).toMatchObject({ payouts: 1 });
  await isNow(payout, "PAID");
  expect(await batchOf(code)).toMatchObject({ status: "SETTLED" });
  expect(await available()).toBe(before - 12_000n);
  expect((await owner.get(`/console/${shop.sellerCode}/wallet/payouts/${payout.payout}`)).html).toContain("Paid");
});

test("the bank may take a batch at once: each order of it is paid", async () => {
  const [one, two] = [await wanted("10.00"), await wanted("20.00")];
  const code = await exported();
  // Another amount than the batch is for a person.
  await statement({ amount: "-29.00", text: `ACH ${code}` }, { amount: "29.00", text: "corrected" });
  expect(await statusOf(one)).toBe("SENT");
  await statement({ amount: "-30.00", text: `ACH ${code}` });
  await Promise.all([isNow(one, "PAID"), isNow(two, "PAID")]);
  expect(await batchOf(code)).toMatchObject({ status: "SETTLED" });
});

describe("what came back", () => {
  test("after it was settled is in the wallet again, with the bank's reason; a second line of it is for a person", async () => {
    const payout = await wanted("40.00");
    const code = await exported();
    await statement({ amount: "-40.00", text: payout.code });
    await isNow(payout, "PAID");
    const before = await available();
    expect(await statement({ amount: "40.00", text: `AC04 closed account ${payout.code}` })).toMatchObject({
      returned: 1,
    });
    await isNow(payout, "RETURNED");
    expect(await available()).toBe(before + 4_000n);
    expect(await orderOf(payout)).toMatchObject({ status: "RETURNED", reason: `AC04 closed account ${payout.code}` });
    expect((await owner.get(`/console/${shop.sellerCode}/wallet/payouts/${payout.payout}`)).html).toContain(
      "AC04 closed account",
    );
    expect(await batchOf(code)).toMatchObject({ status: "SETTLED" });
    expect(await statement({ amount: "40.00", text: `again ${payout.code}` })).toMatchObject({ returned: 0, open: 1 });
    expect(await available()).toBe(before + 4_000n);
    expect((await (grace as Person).get("/desk/receipts")).html).toContain(`again ${payout.code}`);
  });

  test("in the same statement is paid and returned at once", async () => {
    const payout = await wanted("41.00");
    await exported();
    const before = await available();
    await statement(
      { amount: "-41.00", text: payout.code },
      { amount: "41.00", text: `R03 no account ${payout.code}` },
    );
    await isNow(payout, "RETURNED");
    expect(await available()).toBe(before + 4_100n);
  });

  test("of what was never paid is nobody's: a person looks", async () => {
    const payout = await wanted("42.00");
    const code = await exported();
    expect(await statement({ amount: "42.00", text: payout.code })).toMatchObject({ returned: 1 });
    expect(await orderOf(payout)).toMatchObject({ status: "OPEN" });
    expect((await sql("select type from rail_lines where text = $1", [payout.code]))[0]).toEqual({ type: "other" });
    await statement({ amount: "-42.00", text: payout.code });
    await isNow(payout, "PAID");
    expect(await batchOf(code)).toMatchObject({ status: "SETTLED" });
  });
});

test("a line that closes twice pays once, and an amount that differs pays nothing", async () => {
  const payout = await wanted("50.00");
  await exported();
  const before = await available();
  expect(await statement({ amount: "-50.01", text: payout.code })).toMatchObject({ payouts: 0 });
  expect(await statusOf(payout)).toBe("SENT");
  await statement({ amount: "-50.00", text: payout.code });
  await isNow(payout, "PAID");
  await statement({ amount: "-50.00", text: `once more ${payout.code}` });
  expect(await available()).toBe(before);
  expect(await orderOf(payout)).toMatchObject({ status: "PAID" });
});

describe("two at the same moment", () => {
  test("gather each order into one batch or none", async () => {
    const orders: Wanted[] = [];
    for (let at = 0; at < 4; at += 1) orders.push(await wanted("5.00"));
    const pages = await Promise.all(
      [grace, ada, joan].map((one) => (one as Person).post("/desk/batches", { rail: RAIL.id })),
    );
    const made = pages.map(said);
    expect(made.filter((one) => one === "batch-made").length).toBeGreaterThan(0);
    const rows = await sql(
      "select batch, count(*)::int as lines, sum(amount) as total from rail_outgoing where code = any($1) group by batch",
      [orders.map(({ code }) => code)],
    );
    expect(rows.reduce((sum, { lines }) => sum + Number(lines), 0)).toBe(4);
    for (const row of rows) {
      const [batch] = await sql("select lines, total from rail_batches where id = $1", [row["batch"]]);
      expect(batch).toEqual({ lines: row["lines"], total: row["total"] });
    }
    await withdrawAll();
  });

  test("withdraw and export one batch: one of them wins", async () => {
    const payout = await wanted("6.00");
    const code = await gathered();
    await act(ada, code, "approve");
    const [out, back] = await Promise.all([
      act(grace, code, "export"),
      act(ada, code, "withdraw", { seen: "APPROVED", reason: "A mistake." }),
    ]);
    const batch = await batchOf(code);
    if (out === "batch-exported") expect([back, batch["withdrawal_by"]]).toEqual(["stale", null]);
    else expect([out, back, batch["file"]]).toEqual(["stale", "batch-asked", null]);
    expect(await orderOf(payout)).toMatchObject({ status: "OPEN", in_batch: true });
    await withdrawAll();
  });

  test("agree to withdraw while the statement settles: what the bank has paid is paid", async () => {
    const payout = await wanted("7.00");
    const code = await exported();
    await act(grace, code, "withdraw", { seen: "EXPORTED", reason: "Never sent." });
    const [back] = await Promise.all([
      act(ada, code, "withdraw/confirm", { seen: "EXPORTED" }),
      statement({ amount: "-7.00", text: payout.code }),
    ]);
    // The bank has paid it, whoever was first: it is never gathered again.
    expect(await orderOf(payout)).toMatchObject({ status: "PAID", in_batch: back !== "batch-withdrawn" });
    expect(["batch-withdrawn", "stale"]).toContain(back);
    expect(said(await (grace as Person).post("/desk/batches", { rail: RAIL.id }))).toBe("batch-nothing");
  });
});

/** What is left of a story is due again, and paid. */
async function withdrawAll(): Promise<void> {
  const rows = await sql("select code, status from rail_batches where status in ('DRAFT', 'APPROVED', 'EXPORTED')");
  for (const { code, status } of rows as { code: string; status: string }[]) {
    const asked = await act(joan, code, "withdraw", { seen: status, reason: "Cleaning up." });
    const by = asked === "batch-asked" ? ada : grace;
    expect(await act(by, code, "withdraw/confirm", { seen: status })).toMatch(/batch-withdrawn|own-request/);
    if ((await batchOf(code))["status"] !== "WITHDRAWN") await act(joan, code, "withdraw/confirm", { seen: status });
  }
  const due = await sql(
    "select code, amount from rail_outgoing where status = 'OPEN' and batch is null order by created",
  );
  if (due.length === 0) return;
  await exported();
  await statement(
    ...due.map(({ code, amount }) => ({ amount: formatSigned(-BigInt(String(amount))), text: String(code) })),
  );
}

describe("an order that ends otherwise than paid", () => {
  const ends = (by: Person | undefined, code: string, order: Wanted, what = "", form: Record<string, string> = {}) =>
    act(by, code, `orders${what}`, { order: order.code, seen: "OPEN", ...form });

  test("takes two operators once its file was written: the bank did not pay it, and the wallet has it again", async () => {
    const before = await available();
    const [payout, other] = [await wanted("8.00"), await wanted("9.00")];
    const code = await exported();
    expect(await ends(grace, code, payout)).toBe("no-reason");
    expect(await ends(grace, code, payout, "", { reason: "AC01: no such account" })).toBe("ending-asked");
    expect(await statusOf(payout)).toBe("SENT");
    expect(await ends(grace, code, payout, "/confirm")).toBe("own-request");
    expect(await ends(ada, code, payout, "/confirm", { seen: "PAID" })).toBe("stale");
    expect(await ends(ada, code, payout, "/confirm")).toBe("ending-done");
    await isNow(payout, "FAILED");
    expect(await available()).toBe(before - 900n);
    expect(await batchOf(code)).toMatchObject({ status: "EXPORTED" });
    await statement({ amount: "-9.00", text: other.code });
    await isNow(other, "PAID");
    expect(await batchOf(code)).toMatchObject({ status: "SETTLED" });
  });

  test("what the statement says in between is true: nobody agrees to what was said before", async () => {
    const payout = await wanted("11.00");
    const code = await exported();
    await ends(grace, code, payout, "", { reason: "Lost." });
    await statement({ amount: "-11.00", text: payout.code });
    await isNow(payout, "PAID");
    for (const seen of ["OPEN", "PAID"]) expect(await ends(ada, code, payout, "/confirm", { seen })).toBe("stale");
    expect(await statusOf(payout)).toBe("PAID");
  });

  test("less came back than was paid: two operators say so, and the rest is a difference of the house", async () => {
    const payout = await wanted("12.00");
    const code = await exported();
    await statement({ amount: "-12.00", text: payout.code });
    await isNow(payout, "PAID");
    expect(await statement({ amount: "11.00", text: `less fee ${payout.code}` })).toMatchObject({
      returned: 0,
      open: 1,
    });
    await ends(grace, code, payout, "", { seen: "PAID", reason: "Account closed." });
    expect(await ends(grace, code, payout, "/keep")).toBe("ending-kept");
    await ends(grace, code, payout, "", { seen: "PAID", reason: "Account closed." });
    expect(await ends(joan, code, payout, "/confirm", { seen: "PAID" })).toBe("ending-done");
    await isNow(payout, "RETURNED");
  });

  test("before it is in a batch one operator may give it back, and after that nobody does so alone", async () => {
    const payout = await wanted("13.00");
    const refuse = (by: Person | undefined) =>
      (by as Person).post("/desk/batches/refuse", { order: payout.code, reason: "There is no such account." });
    const code = await gathered();
    expect(said(await refuse(grace))).toBe("stale");
    await act(joan, code, "withdraw", { seen: "DRAFT", reason: "Wrong." });
    expect(await act(joan, code, "withdraw/confirm", { seen: "DRAFT" })).toBe("own-request");
    expect(await act(ada, code, "withdraw/confirm", { seen: "DRAFT" })).toBe("batch-withdrawn");
    expect(said(await refuse(grace))).toBe("order-refused");
    await isNow(payout, "FAILED");
    expect((await owner.get(`/console/${shop.sellerCode}/wallet/payouts/${payout.payout}`)).html).toContain(
      "There is no such account.",
    );
  });
});

describe("who may not", () => {
  test("an operator neither gathers nor approves what goes to an account of their own", async () => {
    const payout = await wanted("14.00");
    const member = await newPerson(world, shop, {
      isOperator: true,
      role: "developer",
      email: "member@holdfast.example",
    });
    expect(said(await member.post("/desk/batches", { rail: RAIL.id }))).toBe("batch-nothing");
    const code = await gathered();
    expect(await act(member, code, "approve")).toBe("batch-own");
    expect((await member.get(`/desk/batches/${code}`)).html).toContain("You belong to an account in it");
    await act(ada, code, "approve");
    await act(ada, code, "export");
    await statement({ amount: "-14.00", text: payout.code });
    await isNow(payout, "PAID");
  });

  test("nothing leaves an account that was stopped: neither gathered, nor approved, nor written", async () => {
    const [payout, later] = [await wanted("15.00"), await wanted("16.00")];
    const stop = (suspended: boolean) =>
      sql("update accounts set suspended = $2 where id = $1", [shop.account, suspended]);
    await stop(true);
    expect(said(await (grace as Person).post("/desk/batches", { rail: RAIL.id }))).toBe("batch-nothing");
    await stop(false);
    const code = await gathered();
    await stop(true);
    expect(await act(ada, code, "approve")).toBe("batch-held");
    await stop(false);
    await act(ada, code, "approve");
    await stop(true);
    expect(await act(ada, code, "export")).toBe("batch-held");
    await stop(false);
    expect(await act(ada, code, "export")).toBe("batch-exported");
    await statement({ amount: "-31.00", text: code });
    await Promise.all([isNow(payout, "PAID"), isNow(later, "PAID")]);
  });

  test("a session that proved nothing lately neither approves nor gets the file", async () => {
    const payout = await wanted("17.00");
    const code = await gathered();
    const stale = await newPerson(world, null, { isOperator: true, email: "stale@holdfast.example", proofAge: 1_800 });
    expect((await stale.get(`/desk/batches/${code}`)).status).toBe(200);
    const approved = await stale.post(`/desk/batches/${code}/approve`, {});
    expect([approved.status, approved.headers.get("location")]).toEqual([
      307,
      expect.stringContaining("/console/me/prove"),
    ]);
    expect(await batchOf(code)).toMatchObject({ status: "DRAFT" });
    await act(ada, code, "approve");
    await act(ada, code, "export");
    expect((await stale.get(`/desk/batches/${code}/file`)).headers.get("location")).toContain("/console/me/prove");
    expect((await owner.get(`/desk/batches/${code}/file`)).status).toBe(404);
    await statement({ amount: "-17.00", text: payout.code });
  });
});

describe("the database refuses, too,", () => {
  const refuses = async (text: string, values: readonly unknown[] = []) => expect(sql(text, values)).rejects.toThrow();

  test("another file, another sum, another maker; an order that moves from batch to batch, or changes", async () => {
    const payout = await wanted("18.00");
    const code = await exported();
    await refuses("update rail_batches set file = 'x' where code = $1", [code]);
    await refuses("update rail_batches set total = total + 1 where code = $1", [code]);
    await refuses("update rail_batches set approved_by = made_by where code = $1", [code]);
    await refuses("update rail_batches set status = 'DRAFT' where code = $1", [code]);
    await refuses("update rail_batches set status = 'SETTLED', ended_at = 1 where code = $1", [code]);
    await refuses("delete from rail_batches where code = $1", [code]);
    await refuses("update rail_outgoing set batch = null, line = null where code = $1", [payout.code]);
    await refuses("update rail_outgoing set batch = batch + 1 where code = $1", [payout.code]);
    await refuses("update rail_outgoing set amount = 1 where code = $1", [payout.code]);
    await refuses(`update rail_outgoing set payee = payee || '{"number": "GB33BUKB20201555555555"}' where code = $1`, [
      payout.code,
    ]);
    await statement({ amount: "-18.00", text: payout.code });
    await isNow(payout, "PAID");
  });

  test("an order of a draft ends in no way", async () => {
    const payout = await wanted("19.00");
    const code = await gathered();
    await refuses("update rail_outgoing set status = 'PAID', bank_reference = 'x', ended_at = 1 where code = $1", [
      payout.code,
    ]);
    expect(await statement({ amount: "-19.00", text: payout.code })).toMatchObject({ payouts: 0 });
    await act(ada, code, "approve");
    await act(ada, code, "export");
    await statement({ amount: "-19.00", text: `now ${payout.code}` });
    await isNow(payout, "PAID");
  });
});

test("a refund leaves by a batch once its account is named; who bought the order neither gathers nor approves it", async () => {
  const store = await world.merchant("Refunds");
  const asked = await askedByBank(world, store, ORDER);
  const buyer = await newPerson(world, null, { isOperator: true, email: await buyerOf(asked) });
  await statement({ amount: "256.45", text: asked.reference });
  await until(
    async () =>
      (await sql("select funded from escrows where id = $1", [asked.escrow["id"]]))[0]?.["funded"] === "25645",
  );
  expect((await store.post(`/escrows/${asked.escrow["id"]}/refunds`, { amount: "10.00" })).status).toBe(201);
  const row = await until(
    async () =>
      (await sql("select reference, code, amount from rail_outgoing where kind = 'refund' and status = 'OPEN'"))[0],
  );
  const home = `/desk/batches/refunds/${row["reference"]}`;
  expect((await (grace as Person).get("/desk/receipts")).html).toContain(home);
  expect(said(await (grace as Person).post("/desk/batches", { rail: RAIL.id }))).toBe("batch-nothing");
  const account = { name: "Ada Byron", bank: "Barclays", number: "GB33 BUKB 2020 1555 5555 56" };
  const wrong = await (grace as Person).post(home, account);
  expect([wrong.status, wrong.html.includes("Enter the whole IBAN")]).toEqual([422, true]);
  const right = { ...account, number: "GB33 BUKB 2020 1555 5555 55" };
  expect((await (grace as Person).post(home, { ...right, name: "株式会社" })).html).toContain("Latin letters");
  expect(said(await buyer.post(home, right))).toBe("own-order");
  expect(said(await (grace as Person).post(home, right))).toBe("payee");

  expect(said(await buyer.post("/desk/batches", { rail: RAIL.id }))).toBe("batch-nothing");
  const code = await gathered();
  expect(await act(buyer, code, "approve")).toBe("batch-own");
  await act(ada, code, "approve");
  await act(ada, code, "export");
  // By hand it is sent no more, and its account stays.
  const sent = await (grace as Person).post("/desk/receipts/sent", {
    reference: String(row["reference"]),
    bank_reference: "X1",
  });
  expect(sent.status).toBe(404);
  expect((await (grace as Person).post(home, right)).status).toBe(404);
  // With its share of the buyer's fee.
  const amount = formatSigned(BigInt(String(row["amount"])));
  expect(await statement({ amount: `-${amount}`, text: String(row["code"]) })).toMatchObject({ refunds: 1 });
  const stands = (status: string) =>
    until(
      async () =>
        (await sql("select status from refund_parts where reference = $1", [row["reference"]]))[0]?.["status"] ===
        status,
    );
  await stands("SUCCEEDED");
  await statement({ amount, text: `AC04 ${row["code"]}` });
  await stands("FAILED");
});

test("the house's book has a line for each order, also of what the bank took at once, and nothing of ours is without one", async () => {
  const origin = (): string => "http://localhost:1";
  const { providers: chosen } = world.config as unknown as {
    providers: Parameters<typeof openProviders>[0]["providers"];
  };
  const provider = openProviders(
    { mode: "sandbox", providers: chosen! },
    { db: world.db, secret: SECRET, origin },
  ).byName("manual-kcb") as Provider;
  const read = async () => {
    await watchStatement(world.db, provider.name, 7_200);
    const claimed = await until(() => claimStatement(world.db, provider.name, true));
    const rules = { reconcileAt: 7_200, providerFees: [], floatAlarms: [] };
    return reconcile(claimed, provider, { db: world.db, log: openLog("silent"), rules, rates: NO_RATES });
  };
  await read();
  await world.advance(3_600);
  await read();
  const [book] = await sql("select provider_balance from house_balances where provider = 'manual-kcb'");
  expect(formatSigned(BigInt(book?.["provider_balance"] as string))).toBe(balance);
  // Of one payout less came back than two operators said: that alone is a difference for a person.
  const left = await sql(
    "select type, amount from provider_movements where provider = 'manual-kcb' and line is null and not is_told_elsewhere",
  );
  expect(left).toEqual([{ type: "payout_returned", amount: "1200" }]);
  expect(await sql("select 1 from provider_notices where status = 'PARKED'")).toEqual([]);
});

const buyerOf = async ({ escrow }: Asked): Promise<string> =>
  String((await sql("select buyer_email from escrows where id = $1", [escrow["id"]]))[0]?.["buyer_email"]);
