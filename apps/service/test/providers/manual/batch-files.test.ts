/**
 * Batches as files that banks take. With RAIL_FILES, a folder, the files are kept there: `npm run judges` shows them to the schema of
 * ISO 20022 and to a reader of others.
 */
import fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BatchContent, BatchOrder } from "../../../src/domain/batches.js";
import type { Payee } from "../../../src/domain/payouts.js";
import type { CsvTemplate, NachaFormat, Rail, RailPayouts } from "../../../src/domain/rails.js";
import { shortCode } from "../../../src/domain/reference-key.js";
import { uuidv7 } from "../../../src/platform/random.js";
import { writeBatchFile } from "../../../src/providers/manual/files/batch-file.js";
import { cents } from "../../payments/desk.js";
import { KCB, PAIN_RAIL } from "../../rails-fixture.js";

/** Friday, 29 May 2026, 23:30 UTC. */
const AT = Date.UTC(2026, 4, 29, 23, 30) / 1000;
const BOUNDS = { least: cents("1.00"), most: cents("90000.00"), countries: null };
const NACHA: NachaFormat & RailPayouts = {
  ...BOUNDS,
  format: "nacha",
  entries: "CCD",
  companyId: "1123456789",
  companyName: "Acme Payments",
  routing: "021000021",
  bankName: "First Bank",
  description: "PAYOUT",
};
const TEMPLATE: CsvTemplate & RailPayouts = {
  ...BOUNDS,
  format: "csv",
  number: "any",
  fields: [{ id: "branch", label: "Branch", kind: "text", isDigits: true, least: 3, most: 3 }],
  encoding: "utf-8",
  separator: ";",
  decimal: ",",
  date: "DD.MM.YYYY",
  header: true,
  columns: [
    { name: "To", value: "{name}" },
    { name: "Account", value: "{branch}-{number}" },
    { name: "Sum", value: "{amount} {currency}" },
    { name: "Ref", value: "{reference}/{line} of {batch}" },
    { name: "Day", value: "{date}" },
  ],
};
const rail = (payouts: RailPayouts): Rail => ({ ...KCB, payouts });

const iban = (name: string): Payee => ({
  kind: "bank",
  name,
  bank: "First Bank",
  number: "DE89370400440532013000",
  details: {},
});
const us = (name: string, routing = "011401533", type = "checking"): Payee => ({
  kind: "bank",
  name,
  bank: "Second Bank",
  number: "0001234567",
  details: { routing, account_type: type },
});
const kenyan = (name: string): Payee => ({
  kind: "bank",
  name,
  bank: "KCB",
  number: "0099",
  details: { branch: "012" },
});

function batchOf(payees: readonly Payee[], amount = "10.25"): BatchContent {
  const orders = payees.map(
    (payee, at): BatchOrder => ({
      line: at + 1,
      kind: "payout",
      code: shortCode("HP", uuidv7()),
      amount: cents(amount),
      payee,
    }),
  );
  const total = orders.reduce((sum, one) => sum + one.amount, 0n) as BatchContent["total"];
  return { code: shortCode("HB", uuidv7()), currency: "USD", total, orders };
}

function fileOf(of: Rail, batch: BatchContent, before = 0): string {
  const file = writeBatchFile(of, batch, { at: AT, before });
  if (file === null) throw new Error("no file");
  const folder = process.env["RAIL_FILES"];
  if (folder !== undefined) fs.writeFileSync(join(folder, file.name), file.content);
  return file.content.toString("utf8");
}

const NAMES = ["Ada Byron", "José Müller & Søn <b>", "=SUM(A1)", "O'Neill // Sons", 'Łódź "Ltd"', "Ünï©ode 株式会社"];

test("the same batch, rail and moment make the same bytes", () => {
  const batch = batchOf(NAMES.map(iban));
  expect(fileOf(PAIN_RAIL, batch)).toBe(fileOf(PAIN_RAIL, batch));
});

test("pain.001: who pays, whom, how much and under which id; names in the letters that banks know", () => {
  const batch = batchOf(NAMES.map(iban));
  const xml = fileOf(PAIN_RAIL, batch);
  for (const { code } of batch.orders) expect(xml).toContain(`<EndToEndId>${code}</EndToEndId>`);
  expect(xml.match(/<InstdAmt Ccy="USD">10\.25<\/InstdAmt>/g)).toHaveLength(NAMES.length);
  expect(xml).toContain(`<NbOfTxs>6</NbOfTxs><CtrlSum>61.50</CtrlSum>`);
  expect(xml).toContain("<ReqdExctnDt><Dt>2026-05-29</Dt></ReqdExctnDt>");
  expect([...xml.matchAll(/<Cdtr><Nm>([^<]*)<\/Nm>/g)].map(([, name]) => name)).toEqual([
    "Ada Byron",
    "Jose Muller + Son .b.",
    "SUM(A1)",
    "O&apos;Neill / Sons",
    "Lodz .Ltd.",
    "Uni.ode ....",
  ]);
});

test("pain.001 names banks by BIC, or by their number in the United States", () => {
  const bic = { ...PAIN_RAIL.payouts, payees: "iban-bic" } as const;
  const known: Payee = { ...iban("Ada Byron"), details: { bic: "BUKBGB22" } } as Payee;
  expect(fileOf(rail(bic), batchOf([known]))).toContain(
    "<CdtrAgt><FinInstnId><BICFI>BUKBGB22</BICFI></FinInstnId></CdtrAgt>",
  );
  const home = {
    ...PAIN_RAIL.payouts,
    payees: "us",
    debtor: { name: "Acme", account: "0012345", bank: { routing: "021000021" } },
  } as const;
  const xml = fileOf(rail(home), batchOf([us("Ada Byron")]));
  expect(xml).toContain("<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>011401533</MmbId>");
  expect(xml).toContain("<CdtrAcct><Id><Othr><Id>0001234567</Id></Othr></Id></CdtrAcct>");
});

test("NACHA: lines of 94 signs in blocks of ten, with sums, hash and the next day of work", () => {
  const payees = [
    us("Ada Byron"),
    us("José Müller & Søn", "021000021", "savings"),
    ...Array.from({ length: 9 }, () => us("Grace")),
  ];
  const batch = batchOf(payees, "1234.50");
  const lines = fileOf(rail(NACHA), batch, 2).trimEnd().split("\n");
  expect(lines.length % 10).toBe(0);
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([94]));
  expect(lines[0]).toMatch(/^101 02100002111234567892605292330C094101FIRST BANK {13}ACME PAYMENTS/);
  // A Friday: it is there on Monday.
  expect(lines[1]).toContain("260529260601   1");
  expect(lines[2]).toBe(
    `622011401533${"0001234567".padEnd(17)}0000123450${batch.orders[0]?.code.padEnd(15)}${"ADA BYRON".padEnd(22)}  0021000020000001`,
  );
  expect(lines[3]).toMatch(/^632021000021/);
  const hash = 10 * 1140153 + 2100002;
  expect(lines.find((line) => line.startsWith("8220"))).toContain(
    `000011${String(hash).padStart(10, "0")}000000000000000001357950`,
  );
  expect(lines.findLast((line) => !line.startsWith("99999"))).toMatch(/^9000001000002/);
});

test("of the files of one day each has a sign of its own, and the day's last is refused", () => {
  const batch = batchOf([us("Ada")]);
  const modifier = (before: number) => fileOf(rail(NACHA), batch, before).charAt(33);
  expect([0, 25, 26, 35].map(modifier)).toEqual(["A", "Z", "0", "9"]);
  expect(writeBatchFile(rail(NACHA), batch, { at: AT, before: 36 })).toBeNull();
});

test("CSV by template: columns of the bank's choice; what a payee typed is no formula, no column and no name in braces", () => {
  const batch = batchOf([kenyan("Ada; Byron"), kenyan('=HYPERLINK("x")'), kenyan("{number}"), kenyan("\t-2+3")]);
  const rows = fileOf(rail(TEMPLATE), batch).trimEnd().split("\r\n");
  const [one] = batch.orders;
  expect(rows[0]).toBe("To;Account;Sum;Ref;Day");
  expect(rows[1]).toBe(`"Ada; Byron";012-0099;10,25 USD;${one?.code}/1 of ${batch.code};29.05.2026`);
  expect(rows.slice(2).map((row) => row.split(";")[0])).toEqual(['"HYPERLINK(""x"")"', "{number}", "2+3"]);
});

test("CSV in Windows' letters has a plain letter for each that it lacks", () => {
  const file = writeBatchFile(rail({ ...TEMPLATE, encoding: "windows-1252" }), batchOf([kenyan("Müller Łódź")]), {
    at: AT,
    before: 0,
  });
  expect(file?.content.toString("latin1")).toContain("Müller Lódz");
});

test("a rail whose format changed since writes nothing of what it can't pay", () => {
  expect(writeBatchFile(rail(NACHA), batchOf([iban("Ada")]), { at: AT, before: 0 })).toBeNull();
  expect(writeBatchFile(KCB, batchOf([iban("Ada")]), { at: AT, before: 0 })).toBeNull();
});
