/** Statements of an account of the operator's own: each line is booked once for ever, a file as a whole or not at all. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importStatement } from "../../src/commands/import-statement.js";
import type { StatementFormat } from "../../src/domain/bank-statements.js";
import { formatSigned } from "../../src/domain/money.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { openDatabase } from "../../src/platform/database.js";
import { openLog } from "../../src/platform/log.js";
import { openProviders } from "../../src/providers/open.js";
import type { Provider } from "../../src/providers/port.js";
import { claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { listDifferences } from "../../src/store/read/desk/books.js";
import { reconcile } from "../../src/workers/statements.js";
import type { Person } from "../console/seller.js";
import { linesOf, sqlOf } from "../desk/operator.js";
import type { Json, Merchant, World } from "../harness.js";
import { SECRET, until } from "../payments/desk.js";
import { CSV, camtOf, closingOf, csvOf, fileOf, type Line, mt940Of, type Sheet } from "../providers/manual/files.js";
import { type Asked, askedBy, askedByBank, KCB, newOperatorOf, said, startRailWorld } from "../rails-fixture.js";
import { NO_RATES } from "../rates.js";
import { ORDER } from "../stories.js";

const CAMT: StatementFormat = { format: "camt.053", account: "KE0001234567" };
const RAIL = { ...KCB, statements: CSV };
const OTHER = { ...KCB, id: "other", method: "mobile_money" as const, statements: CAMT };
const THIRD = {
  ...KCB,
  id: "third",
  method: "mobile_money" as const,
  statements: { ...CAMT, format: "mt940", encoding: "utf-8" } as const,
};

let world: World;
let shop: Merchant;
let grace: Person;
beforeAll(async () => {
  world = await startRailWorld([RAIL, OTHER, THIRD]);
  shop = await world.merchant();
  grace = await newOperatorOf(world, "Grace");
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
const load = (content: string, rail: Parameters<typeof importStatement>[1] = RAIL, isDry = false) =>
  importStatement(world.db, rail, { path: fileOf(content), name: "may.csv", operator: COMMAND_LINE, isDry });
const funded = async ({ escrow }: Asked): Promise<unknown> =>
  (await sql("select funded from escrows where id = $1", [escrow["id"]]))[0]?.["funded"];
const isFunded = (asked: Asked, cents: string): Promise<unknown> => until(async () => (await funded(asked)) === cents);

/** The account's life: each sheet begins where the one before ended. */
let balance = "500.00";
const next = (...lines: readonly Line[]): Sheet => {
  const sheet = { opening: balance, lines };
  balance = closingOf(sheet);
  return sheet;
};
const day = "2026-05-10";

test("the whole life of an account: what names a payment pays it, what was there before waits for a person", async () => {
  const asked = await askedByBank(world, shop, ORDER);
  const spelled = asked.reference.toLowerCase().replace(/(.{4})/g, "$1 ");
  const sheet = next({ day, amount: "256.45", text: `Ada ${spelled}` }, { day, amount: "-3.00", text: "Charges" });
  const dry = await load(csvOf(sheet), RAIL, true);
  expect(dry).toMatchObject({ inFile: 2, lines: 2, payments: 1, refunds: 0, open: 0, isDry: true });
  expect(await sql("select 1 from rail_statements")).toEqual([]);

  expect(await load(csvOf(sheet))).toMatchObject({ inFile: 2, lines: 2, payments: 1 });
  await isFunded(asked, "25645");
  // The same file again, and the same lines within a longer one.
  expect(await load(csvOf(sheet))).toMatchObject({ inFile: 2, lines: 0, payments: 0 });
  const more = next({ day: "2026-05-11", amount: "10.00", text: "Grace" });
  const both = { opening: sheet.opening, lines: [...sheet.lines, ...more.lines] };
  expect(await load(csvOf(both))).toMatchObject({ inFile: 3, lines: 1, open: 1 });
  expect(await funded(asked)).toBe("25645");
  expect(
    (await sql("select count(*)::int as n from rail_receipts where reference = $1", [asked.reference]))[0],
  ).toEqual({ n: 1 });
  const [line] = await sql(
    "select operator, after from operator_actions where action = 'import_statement' order by id limit 1",
  );
  expect(line).toMatchObject({ operator: "command line", after: { lines: "2", "new lines": "2", closing: "753.45" } });
});

describe("nothing is booked of a file", () => {
  test.each([
    ["with a gap before it", () => ({ opening: "9999.00", lines: [{ day, amount: "5.00", text: "after a gap" }] })],
    ["of another account", () => ({ opening: "10.00", lines: [{ day, amount: "7.00", text: "another account" }] })],
  ])("%s", async (_what, sheetOf) => {
    await expect(load(csvOf(sheetOf()))).rejects.toThrow("The balances don’t meet");
    expect(await sql("select 1 from rail_statements where status = 'READING'")).toEqual([]);
    expect(await sql("select 1 from rail_lines where not is_read")).toEqual([]);
  });

  test("that was cut in the middle, although it names a payment", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const sheet = {
      opening: balance,
      lines: [
        { day, amount: "256.45", text: asked.reference },
        { day, amount: "1.00", text: "x" },
      ],
    };
    const cut = csvOf(sheet).split("\n").toSpliced(1, 1).join("\n");
    await expect(load(cut)).rejects.toThrow("The balances don’t meet");
    expect(await funded(asked)).toBe("0");
  });

  test("while another one of the rail is read, and what a process left behind stops nobody for long", async () => {
    await sql(`insert into rail_statements (provider, digest, name, currency, opening, closing, lines, imported_by, created)
      values ('manual-kcb', repeat('0', 64), 'left', 'USD', 0, 1, 1, 'x', 1)`);
    const sheet = { opening: balance, lines: [{ day, amount: "1.00", text: "busy" }] };
    await expect(load(csvOf(sheet))).rejects.toThrow("Another statement of this rail is being imported");
    await sql("update rail_statements set begun_at = begun_at - interval '11 minutes' where status = 'READING'");
    expect(await load(csvOf(sheet), RAIL, true)).toMatchObject({ lines: 1 });
  });
});

test("of two that import the same file at once, its lines are booked once", async () => {
  const asked = await askedByBank(world, shop, ORDER);
  const sheet = next({ day: "2026-05-12", amount: "256.45", text: asked.reference });
  const both = await Promise.allSettled([load(csvOf(sheet)), load(csvOf(sheet))]);
  const added = both.map((one) => (one.status === "fulfilled" ? one.value.lines : 0));
  expect(added.toSorted()).toEqual([0, 1]);
  await isFunded(asked, "25645");
});

describe("a person decides", () => {
  test("of a line that names two payments", async () => {
    const [one, two] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
    const sheet = next({ day: "2026-05-13", amount: "512.90", text: `${one.reference} ${two.reference}` });
    expect(await load(csvOf(sheet))).toMatchObject({ payments: 0, open: 1 });
    expect([await funded(one), await funded(two)]).toEqual(["0", "0"]);
    expect((await grace.get("/desk/receipts")).html).toContain(`Near its reference: ${one.reference}`);
  });

  test("of a reference with a wrong sign: the desk proposes, and books by the line with one press", async () => {
    const asked = await askedByBank(world, await world.merchant("Near"), { title: "A rare sum", amount: "77.77" });
    const amount = (await sql("select asked from payments where id = $1", [asked.payment]))[0]?.["asked"] as string;
    const money = formatSigned(BigInt(amount));
    const wrong = `${asked.reference.slice(0, -1)}${asked.reference.endsWith("7") ? "8" : "7"}`;
    await load(csvOf(next({ day: "2026-05-14", amount: money, text: `for ${wrong}` })));
    expect(await funded(asked)).toBe("0");
    const { html } = await grace.get("/desk/receipts");
    const link =
      new RegExp(`href="([^"]+line=[^"]+)"[^>]*>Near its reference: ${asked.reference}`).exec(html)?.[1] ?? "";
    const page = await grace.get(link.replaceAll("&amp;", "&"));
    const filledIn = (name: string): string =>
      new RegExp(`value="([^"]*)"[^>]*name="${name}"|name="${name}"[^>]*value="([^"]*)"`)
        .exec(page.html)
        ?.slice(1)
        .find(Boolean) ?? "";
    const form = { amount: filledIn("amount"), day: filledIn("day"), bank_reference: filledIn("bank_reference") };
    expect(form).toMatchObject({ amount: money, day: "2026-05-14" });
    const home = `/desk/receipts/${asked.shop.sellerCode}/${asked.escrow["id"]}/${asked.payment}`;
    expect(said(await grace.post(`${home}/book`, form))).toBe("booked");
    await isFunded(asked, amount);
    expect((await grace.get("/desk/receipts")).html).not.toContain(form.bank_reference);
    expect((await linesOf(world, asked.shop)).at(-1)).toMatchObject({ action: "book_receipt" });
  });
});

test("what an operator booked before the statement came is the same money, and not booked again", async () => {
  const asked = await askedByBank(world, await world.merchant("Early"), ORDER);
  const home = `/desk/receipts/${asked.shop.sellerCode}/${asked.escrow["id"]}/${asked.payment}`;
  const today = (await sql("select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as day"))[0]?.[
    "day"
  ] as string;
  await grace.post(`${home}/book`, { amount: "256.45", day: today, bank_reference: "FT 1" });
  await isFunded(asked, "25645");
  expect(await load(csvOf(next({ day: today, amount: "256.45", text: asked.reference })))).toMatchObject({
    payments: 1,
  });
  expect(
    (await sql("select count(*)::int as n from rail_receipts where reference = $1", [asked.reference]))[0],
  ).toEqual({ n: 1 });
});

test("a refund that left names itself: it is told as sent, with the bank's line", async () => {
  const asked = await askedByBank(world, await world.merchant("More"), ORDER);
  await load(csvOf(next({ day: "2026-05-15", amount: "300.00", text: asked.reference })));
  await isFunded(asked, "25645");
  const refund = await until(
    async () =>
      (
        await sql("select reference, amount from rail_outgoing where payment like $1 and status = 'OPEN'", [
          `${asked.reference}%`,
        ])
      )[0],
  );
  const amount = formatSigned(-BigInt(refund["amount"] as string));
  const text = String(refund["reference"]).replaceAll("-", "").toUpperCase();
  // Another amount than is owed is for a person.
  await load(csvOf(next({ day: "2026-05-16", amount: "-1.11", text })));
  expect((await sql("select status from rail_outgoing where reference = $1", [refund["reference"]]))[0]).toEqual({
    status: "OPEN",
  });
  expect(await load(csvOf(next({ day: "2026-05-17", amount, text })))).toMatchObject({ refunds: 1 });
  await until(
    async () =>
      (await sql("select status from refund_parts where reference = $1", [refund["reference"]]))[0]?.["status"] ===
      "SUCCEEDED",
  );
});

test.each([
  ["camt.053", OTHER, camtOf],
  ["MT940", THIRD, mt940Of],
] as const)("files in %s are booked the same way", async (_name, rail, write) => {
  const first = { opening: "0.00", lines: [{ day, amount: "5.00", text: "nobody's" }] };
  expect(await load(write(first), rail)).toMatchObject({ lines: 1, open: 1 });
  const second = { opening: "5.00", lines: [{ day: "2026-05-11", amount: "-1.00", text: "charges" }] };
  expect(await load(write(second), rail)).toMatchObject({ lines: 1, open: 0 });
  const both = { opening: "0.00", lines: [...first.lines, ...second.lines] };
  expect(await load(write(both), rail)).toMatchObject({ inFile: 2, lines: 0 });
});

describe("a reference of the bank is one money, by hand and by statement", () => {
  const sheets = { opening: "4.00" };
  /** The next file of the rail whose lines bear ids of the bank. */
  const loadNamed = (...lines: readonly Line[]) => {
    const sheet = { opening: sheets.opening, lines };
    sheets.opening = closingOf(sheet);
    return load(camtOf(sheet), OTHER);
  };
  const atTill = (name: string) =>
    world
      .merchant(name)
      .then((seller) => askedBy(world, seller, ORDER, { method: "mobile_money", phone: "+254712345678" }));
  const home = ({ shop: { sellerCode }, escrow, payment }: Asked): string =>
    `/desk/receipts/${sellerCode}/${escrow["id"]}/${payment}`;
  const today = async (): Promise<string> =>
    String((await sql("select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as d"))[0]?.["d"]);
  const byHand = async (asked: Asked, amount: string, bankReference: string) =>
    grace.post(`${home(asked)}/book`, { amount, day: await today(), bank_reference: bankReference });
  const receipts = async ({ reference }: Asked): Promise<readonly Json[]> =>
    sql("select amount, bank_reference from rail_receipts where reference = $1 order by receipt", [reference]);

  test("what was booked by hand is the bank's line, although the payer named nothing", async () => {
    const [till, bank] = [await atTill("Nameless"), await askedByBank(world, await world.merchant("Unnamed"), ORDER)];
    expect(said(await byHand(till, "256.45", "FT 21"))).toBe("booked");
    expect(said(await byHand(bank, "256.45", "FT 22"))).toBe("booked");
    const line = { day: await today(), amount: "256.45" };
    expect(await loadNamed({ ...line, text: "no purpose", id: "FT 21" })).toMatchObject({ payments: 1, open: 0 });
    // A file without ids, whose text is the reference.
    expect(await load(csvOf(next({ ...line, text: "FT 22" })))).toMatchObject({ payments: 1, open: 0 });
    expect([await receipts(till), await receipts(bank)]).toEqual([
      [{ amount: "25645", bank_reference: "FT 21" }],
      [{ amount: "25645", bank_reference: "FT 22" }],
    ]);
  });

  test("what a statement booked nobody books by hand, and what it left open by hand is that line", async () => {
    const [asked, other] = [await atTill("Again"), await atTill("Other")];
    const line = { day: await today(), amount: "256.45" };
    await loadNamed({ ...line, text: asked.reference, id: "FT 31" }, { ...line, text: "no purpose", id: "FT 32" });
    await isFunded(asked, "25645");
    const again = await byHand(other, "256.45", "FT 31");
    expect([again.status, again.html.includes("is booked already")]).toEqual([422, true]);
    expect(said(await byHand(other, "256.45", "FT 32"))).toBe("booked");
    await isFunded(other, "25645");
    expect((await grace.get("/desk/receipts")).html).not.toContain("FT 32");
  });

  test("booked with another amount than the bank's, a person decides; taken back, the line can be booked", async () => {
    const asked = await atTill("Mistyped");
    expect(said(await byHand(asked, "265.45", "FT 41"))).toBe("booked");
    await until(async () => (await sql("select 1 from payments where id = $1 and received > 0", [asked.payment]))[0]);
    const line = { day: await today(), amount: "256.45", text: asked.reference, id: "FT 41" };
    expect(await loadNamed(line)).toMatchObject({ payments: 0, open: 1 });
    expect(await receipts(asked)).toEqual([{ amount: "26545", bank_reference: "FT 41" }]);
    const { html } = await grace.get("/desk/receipts");
    const link = new RegExp(`href="([^"]+line=[^"]+)"[^>]*>Near its reference: ${asked.reference}`).exec(html)?.[1];
    expect((await grace.get(link?.replaceAll("&amp;", "&") ?? "")).html).toContain('value="FT 41"');
    // The amount that goes back stands in the way of taking it back.
    expect((await byHand(asked, "256.45", "FT 41")).status).toBe(422);
  });

  test("money that was booked for another amount under no reference of the bank's is not booked a second time by itself", async () => {
    const asked = await askedByBank(world, await world.merchant("Less"), ORDER);
    expect(said(await byHand(asked, "250.00", "by phone"))).toBe("booked");
    await until(async () => (await funded(asked)) === "25000");
    const line = { day: await today(), amount: "256.45", text: asked.reference };
    expect(await load(csvOf(next(line)))).toMatchObject({ payments: 0, open: 1 });
    expect(await funded(asked)).toBe("25000");
    expect(
      said(await grace.post(`${home(asked)}/reverse`, { booked: asked.payment, reversal_reason: "mistyped" })),
    ).toBe("second");
    const lovelace = await newOperatorOf(world, "Lovelace");
    const [approval] = await sql("select id from operator_approvals where subject = $1", [`receipt ${asked.payment}`]);
    expect(said(await lovelace.post(`/desk/approvals/${approval?.["id"]}/confirm`, {}))).toBe("confirmed");
    // The line is told as what it is once the mistake is undone: the same reference may be typed again.
    expect(said(await byHand(asked, "6.00", "by phone"))).toBe("booked");
    expect((await receipts(asked)).map((one) => one["bank_reference"])).toEqual(["by phone", "by phone#2"]);
    await until(
      async () =>
        (await sql("select 1 from payments where reference = $1 and received = 600", [`${asked.reference}.2`]))[0],
    );
  });
});

test("the house's book has every line, and client money is told of; what nobody knows stands in suspense", async () => {
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
  const [book] = await sql(
    "select provider_balance, suspense, client_money from house_balances where provider = 'manual-kcb'",
  );
  expect(formatSigned(BigInt(book?.["provider_balance"] as string))).toBe(balance);
  const open = await listDifferences(world.db, {
    provider: "manual-kcb",
    day: null,
    isOpen: true,
    after: "0",
    limit: 100,
  });
  const classes = open.map((one) => `${one.class} ${formatSigned(one.amount)}`).sort();
  expect(classes).toEqual(
    [
      "theirs_only 10.00",
      "theirs_only 256.45",
      "theirs_only 512.90",
      "unknown_type -1.11",
      "unknown_type -3.00",
      "unknown_type 500.00",
    ].sort(),
  );
  const moved = await sql(
    "select amount from provider_movements where provider = 'manual-kcb' and line is null and not is_told_elsewhere",
  );
  // No statement has told of what was booked by phone, taken back, and booked anew.
  expect(moved.map((one: Json) => one["amount"]).sort()).toEqual(["-25000", "25000", "600"]);
});

test("no notice of any of it waits for a person", async () => {
  const rows: readonly Json[] = await sql("select count(*)::int as n from provider_notices where status = 'PARKED'");
  expect(rows[0]).toEqual({ n: 0 });
});

test("a command that may take half an hour may take it for one large file too", async () => {
  await sql("create table seen_bounds (bound text)");
  await sql(`create function see_bound() returns trigger language plpgsql as
    $$ begin insert into seen_bounds values (current_setting('statement_timeout')); return new; end $$`);
  await sql("create trigger see_bound before insert on rail_lines for each row execute function see_bound()");
  await sql(
    "create trigger see_bound_of_counting before update on rail_lines for each row execute function see_bound()",
  );
  const command = openDatabase(world.databaseUrl, { connections: 1, timeoutMs: 1_800_000 });
  const file = { path: fileOf(csvOf(next({ day, amount: "1.00", text: "half an hour" }))), name: "june.csv" };
  await importStatement(command, RAIL, { ...file, operator: COMMAND_LINE, isDry: false });
  await command.close();
  expect(await sql("select distinct bound from seen_bounds")).toEqual([{ bound: "30min" }]);
  await sql("drop function see_bound() cascade");
});
