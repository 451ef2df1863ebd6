/** Statements at the desk: one operator uploads a bank's file, another one imports what both were shown. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importStatement } from "../../src/commands/import-statement.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { newPerson, type Person } from "../console/seller.js";
import { postFiles } from "../console/upload.js";
import type { Json, Merchant, World } from "../harness.js";
import { until } from "../payments/desk.js";
import { CSV, camtOf, closingOf, csvOf, fileOf, type Line, type Sheet } from "../providers/manual/files.js";
import { type Asked, askedByBank, KCB, newOperatorOf, said, startRailWorld } from "../rails-fixture.js";
import { ORDER } from "../stories.js";
import type { Page } from "../visitor.js";
import { sqlOf } from "./operator.js";

const RAIL = { ...KCB, statements: CSV };
const CAMT_RAIL = {
  ...KCB,
  id: "camt",
  name: "Barclays",
  method: "mobile_money" as const,
  statements: { format: "camt.053", account: "KE0001234567" } as const,
};
const SILENT_RAIL = { ...KCB, id: "silent", name: "A till", method: "mobile_money" as const };

let world: World;
let shop: Merchant;
let [grace, ada]: Person[] = [];
beforeAll(async () => {
  world = await startRailWorld([RAIL, CAMT_RAIL, SILENT_RAIL]);
  shop = await world.merchant("Northwind Ceramics");
  [grace, ada] = await Promise.all(["Grace", "Lovelace"].map((name) => newOperatorOf(world, name)));
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);

/** The account's life: each sheet begins where the one that was imported before ended. */
let balance = "500.00";
const next = (...lines: readonly (Omit<Line, "day"> & { readonly day?: string })[]): Sheet => ({
  opening: balance,
  lines: lines.map((line) => ({ day: "2026-05-10", ...line })),
});
const imported = (sheet: Sheet): void => {
  balance = closingOf(sheet);
};

const upload = (
  by: Person | undefined,
  content: string | Uint8Array,
  { rail = RAIL.id, name = "may.csv" } = {},
): Promise<Page> =>
  postFiles(world, by as Person, {
    path: "/desk/statements",
    fields: { rail },
    files: [{ name, content: Buffer.from(content) }],
  });
const idIn = (page: Page): string => /statements\/([0-9a-f-]{36})/.exec(page.headers.get("location") ?? "")?.[1] ?? "";
async function waiting(sheet: Sheet, by = grace): Promise<string> {
  const page = await upload(by, csvOf(sheet));
  expect(said(page), page.html).toBe("statement-uploaded");
  return idIn(page);
}
const show = async (by: Person | undefined, id: string): Promise<string> =>
  (await (by as Person).get(`/desk/statements/${id}`)).html;
const act = (by: Person | undefined, id: string, what: string, form: Record<string, string> = {}): Promise<Page> =>
  (by as Person).post(`/desk/statements/${id}/${what}`, form);
const uploadOf = async (id: string): Promise<Json> =>
  (await sql("select * from rail_uploads where id = $1", [id]))[0] ?? {};
const load = (content: string) =>
  importStatement(world.db, RAIL, { path: fileOf(content), name: "may.csv", operator: COMMAND_LINE, isDry: false });
const fundedOf = async ({ escrow }: Asked): Promise<unknown> =>
  (await sql("select funded from escrows where id = $1", [escrow["id"]]))[0]?.["funded"];
const isFunded = (asked: Asked): Promise<unknown> => until(async () => (await fundedOf(asked)) === "25645");
const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a file from its upload to the orders that it pays, in two names", async () => {
  const asked = await askedByBank(world, shop, ORDER);
  const near = await askedByBank(world, await world.merchant("Rare sums"), { title: "A rare sum", amount: "77.77" });
  const sheet = next(
    { amount: "256.45", text: `Ada ${asked.reference.toLowerCase()}` },
    { amount: "80.00", text: `Rent ${near.reference.slice(0, 8)}`, day: "2026-05-11" },
    { amount: "41.17", text: "Joan, a gift" },
    { amount: "-3.00", text: "Charges", day: "2026-05-12" },
  );
  const id = await waiting(sheet);
  const shown = plain(await show(ada, id));
  for (const words of [
    "2026-05-10 to 2026-05-12",
    "Opening balance 500.00 USD",
    "Closing balance 874.62 USD",
    "4, all new",
    "1 Payments, 256.45 USD in total",
    "1 May be payments",
    "1 Other money in",
    "1 Other money out",
    `Payment ${asked.reference}`,
  ])
    expect(shown).toContain(words);
  // Nothing is booked, and nothing is left of what was looked at.
  expect(await sql("select 1 from rail_statements")).toEqual([]);
  expect(await fundedOf(asked)).toBe("0");
  expect((await (ada as Person).get("/desk")).html).toContain("Statements");

  expect(said(await act(grace, id, "import"))).toBe("own-request");
  expect(await fundedOf(asked)).toBe("0");
  expect(said(await act(ada, id, "import"))).toBe("statement-imported");
  imported(sheet);
  await isFunded(asked);
  expect(said(await act(ada, id, "import"))).toBe("stale");
  const digest = createHash("sha256").update(csvOf(sheet)).digest("hex");
  expect(await uploadOf(id)).toMatchObject({ status: "IMPORTED", file: null, preview: null, digest });
  const lines = await sql(
    "select operator, action, before, after from operator_actions where after ->> 'digest' = $1 order by id",
    [digest],
  );
  expect(lines).toMatchObject([
    { operator: (grace as Person).email, action: "upload_statement", after: { lines: "4", closing: "874.62" } },
    { operator: (ada as Person).email, action: "import_statement", before: { "uploaded by": (grace as Person).email } },
  ]);
  expect(plain(await show(grace, id))).toContain("New lines 4 of 4");
  expect(said(await upload(grace, csvOf(sheet)))).toBe("statement-nothing");
});

describe("nothing is booked twice", () => {
  test("of a file that meanwhile came in by the command line", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const sheet = next({ amount: "256.45", text: asked.reference });
    const id = await waiting(sheet);
    expect(await load(csvOf(sheet))).toMatchObject({ lines: 1, payments: 1 });
    imported(sheet);
    await isFunded(asked);
    expect(said(await act(ada, id, "import"))).toBe("statement-nothing");
    expect(await uploadOf(id)).toMatchObject({ status: "PENDING" });
    expect(said(await act(grace, id, "withdraw"))).toBe("statement-withdrawn");
    expect(
      await sql("select count(*)::int as receipts from rail_receipts where reference = $1", [asked.reference]),
    ).toEqual([{ receipts: 1 }]);
  });

  test("of one that two operators import at once", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const sheet = next({ amount: "256.45", text: asked.reference });
    const id = await waiting(sheet);
    const joan = await newOperatorOf(world, "Joan");
    const answers = await Promise.all([act(ada, id, "import"), act(joan, id, "import")]);
    imported(sheet);
    await isFunded(asked);
    expect(answers.map(said).filter((one) => one === "statement-imported")).toHaveLength(1);
    expect(await sql("select 1 from rail_lines where not is_read")).toEqual([]);
  });
});

test("what it would do by now is shown once more before it is done", async () => {
  const [first, second] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
  const lines = [first, second].map(({ reference }) => ({ amount: "256.45", text: reference }));
  const sheet = next(...lines);
  const id = await waiting(sheet);
  // The first of its lines comes in another file.
  const part = next(...lines.slice(0, 1));
  expect(await load(csvOf(part))).toMatchObject({ payments: 1 });
  imported(part);
  expect(said(await act(ada, id, "import"))).toBe("statement-changed");
  expect(plain(await show(ada, id))).toContain("2: 1 new, 1 booked already");
  expect(await fundedOf(second)).toBe("0");
  expect(said(await act(ada, id, "import"))).toBe("statement-imported");
  imported(sheet);
  await Promise.all([isFunded(first), isFunded(second)]);
});

describe("one that waits", () => {
  test("keeps others of its rail out until it is declined with a reason, which who uploaded it reads", async () => {
    const sheet = next({ amount: "5.00", text: "Joan" });
    const id = await waiting(sheet);
    expect(said(await upload(ada, csvOf(next({ amount: "6.00", text: "Grace" }))))).toBe("statement-waiting");
    expect(said(await act(grace, id, "decline", { reason: "I changed my mind." }))).toBe("own-request");
    expect(said(await act(ada, id, "withdraw"))).toBe("own-request");
    expect((await act(ada, id, "decline", { reason: " " })).status).toBe(422);
    expect(said(await act(ada, id, "decline", { reason: "The bank has another balance." }))).toBe("statement-declined");
    expect(await show(grace, id)).toContain("The bank has another balance.");
    expect(await uploadOf(id)).toMatchObject({ status: "DECLINED", file: null, preview: null });
    for (const what of ["import", "withdraw"]) expect(said(await act(grace, id, what)), what).toBe("stale");
    expect(said(await upload(grace, csvOf(sheet), { name: "again.csv" }))).toBe("statement-uploaded");
    const [again] = await sql("select id from rail_uploads where name = 'again.csv'");
    expect(said(await act(grace, String(again?.["id"]), "withdraw"))).toBe("statement-withdrawn");
  });

  test("and no longer meets what is known says so, and stays", async () => {
    const id = await waiting(next({ amount: "5.00", text: "Joan" }));
    const other = next({ amount: "9.00", text: "from elsewhere" });
    await load(csvOf(other));
    imported(other);
    const refused = await act(ada, id, "import");
    expect([refused.status, plain(refused.html)]).toEqual([422, expect.stringContaining("The balances don’t meet")]);
    expect(said(await act(grace, id, "withdraw"))).toBe("statement-withdrawn");
  });
});

describe("a file is refused in one sentence, and not kept", () => {
  const sheet: Sheet = { opening: "0.00", lines: [{ day: "2026-05-10", amount: "30.00", text: "Müller" }] };
  test.each([
    ["of another account", camtOf({ ...sheet, account: "KE999" }), "The statement is of account KE999"],
    ["that was cut", camtOf(sheet).slice(0, -40), "was cut"],
    ["in another encoding", Buffer.from(camtOf(sheet), "latin1"), "The file is not in UTF-8"],
    ["of too many lines", camtOf({ ...sheet, lines: Array(20_001).fill(sheet.lines[0]) }), "20001 lines, and 20000"],
    ["larger than 16 MB", Buffer.alloc(16 * 1024 * 1024 + 1, "x"), "The file is too large: this takes at most 16 MB"],
    ["with nothing in it", "", "The file is empty."],
    ["that is a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), "no XML that can be read"],
    [
      "nested without end",
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${"<a>".repeat(99)}`,
      "nested",
    ],
  ])("%s", async (_what, content, sentence) => {
    const page = await upload(grace, content, { rail: CAMT_RAIL.id, name: "may.xml" });
    expect([page.status, plain(page.html)]).toEqual([422, expect.stringContaining(sentence)]);
    expect(await sql("select 1 from rail_uploads where status = 'PENDING'")).toEqual([]);
    expect(await sql("select 1 from rail_statements where status = 'READING'")).toEqual([]);
  });

  test("for a gap, for a rail without statements, and without a file", async () => {
    const gap = await upload(grace, csvOf({ ...sheet, opening: "99999.00" }));
    expect([gap.status, plain(gap.html)]).toEqual([422, expect.stringContaining("The balances don’t meet")]);
    for (const rail of [SILENT_RAIL.id, "nobody", ""])
      expect(said(await upload(grace, csvOf(sheet), { rail })), rail).toBe("statement-not-offered");
    const none = await postFiles(world, grace as Person, { path: "/desk/statements", fields: { rail: RAIL.id } });
    expect([none.status, none.html]).toEqual([422, expect.stringContaining("Choose a file")]);
  });

  test("and what it quotes of a hostile file is text, and short", async () => {
    const page = await upload(grace, `<script>alert(1)</script>\u202e${"x".repeat(20_000)},b\n1,2`, {
      name: `../../<img src=x onerror=alert(1)>\u202e.csv`,
    });
    expect(page.status).toBe(422);
    expect(page.html).not.toMatch(/<script>alert|<img src=x|\u202e/);
    expect(page.html.length).toBeLessThan(60_000);
  });
});

describe("who may not", () => {
  test("belongs to an account that it pays, or bought an order of it: neither uploads nor imports it", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const [{ buyer_email: email } = {}] = await sql("select buyer_email from escrows where id = $1", [
      asked.escrow["id"],
    ]);
    const member = await newPerson(world, shop, { isOperator: true, email: "member@holdfast.example" });
    const buyer = await newPerson(world, null, { isOperator: true, email: String(email) });
    const sheet = next({ amount: "256.45", text: asked.reference });
    for (const own of [member, buyer]) expect(said(await upload(own, csvOf(sheet)))).toBe("statement-own");
    const id = await waiting(sheet);
    for (const own of [member, buyer]) expect(said(await act(own, id, "import"))).toBe("statement-own");
    expect(await fundedOf(asked)).toBe("0");
    expect(said(await act(ada, id, "import"))).toBe("statement-imported");
    imported(sheet);
    await isFunded(asked);
  });

  test("is no operator, or has proved nothing lately", async () => {
    const id = await waiting(next({ amount: "1.00", text: "Joan" }));
    const owner = await newPerson(world, shop);
    expect((await owner.get(`/desk/statements/${id}`)).status).toBe(404);
    expect((await upload(owner, "x")).status).toBe(404);
    for (const what of ["import", "decline", "withdraw"]) expect((await act(owner, id, what)).status).toBe(404);
    const stale = await newPerson(world, null, { isOperator: true, email: "stale@holdfast.example", proofAge: 1_800 });
    expect((await stale.get("/desk/statements")).html).toContain("Confirm it’s you to upload");
    // A file is not carried along: the way leads to the page that asks for it once more.
    const sent = await upload(stale, "x");
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/console/me/prove?next=%2Fdesk%2Fstatements"]);
    expect((await act(stale, id, "import")).status).toBe(307);
    expect((await (grace as Person).get("/desk/statements/none")).status).toBe(404);
    expect(await uploadOf(id)).toMatchObject({ status: "PENDING" });
    expect(said(await act(grace, id, "withdraw"))).toBe("statement-withdrawn");
  });
});

test("the database refuses another file, another name, a decision by one, and an import of something else", async () => {
  const refuses = (set: string, id: string) =>
    expect(sql(`update rail_uploads set ${set} where id = $1`, [id]), set).rejects.toThrow();
  const by = "decided_name = 'x', decided_at = 1, file = null, preview = null";
  const [done] = await sql("select id, statement from rail_uploads where status = 'IMPORTED' order by id limit 1");
  const id = await waiting(next({ amount: "1.00", text: "Joan" }));
  await refuses("file = file || 'x'", id);
  await refuses("name = 'other.csv'", id);
  await refuses("digest = repeat('0', 64)", id);
  await refuses("file = null", id);
  await refuses(`status = 'DECLINED', reason = 'x', decided_by = uploaded_by, ${by}`, id);
  await refuses(`status = 'IMPORTED', statement = ${done?.["statement"]}, decided_by = uploaded_by, ${by}`, id);
  const other = `decided_by = '${(ada as Person).sellerId}'`;
  await refuses(`status = 'WITHDRAWN', ${other}, ${by}`, id);
  // A statement is of one file: that of another upload is none of this one's.
  await sql("alter table rail_uploads drop constraint rail_uploads_statement_key");
  await refuses(`status = 'IMPORTED', statement = ${done?.["statement"]}, ${other}, ${by}`, id);
  await refuses("status = 'PENDING', decided_by = null, decided_name = null, decided_at = null", String(done?.["id"]));
  await expect(sql("delete from rail_uploads where id = $1", [id])).rejects.toThrow();
  expect(said(await act(grace, id, "withdraw"))).toBe("statement-withdrawn");
});
