/** What banks' files say, in three formats, and files that nothing is booked of. */
import { expect, test } from "vitest";
import { keysIn, type StatementFormat, signedAmount } from "../../../src/domain/bank-statements.js";
import { parseDay } from "../../../src/platform/clock.js";
import { fileSource, type NamedLine, readStatement } from "../../../src/providers/manual/read-statement.js";
import { CSV, camtOf, csvOf, fileOf, mt940Of, type Sheet } from "./files.js";

const CAMT: StatementFormat = { format: "camt.053", account: "KE 0001234567" };
const MT940: StatementFormat = { format: "mt940", account: "KE0001234567", encoding: "utf-8" };
const collected = async (lines: AsyncIterable<NamedLine>): Promise<readonly NamedLine[]> => {
  const all: NamedLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
};
const read = async (content: string | Buffer, format: StatementFormat) => {
  const statement = await readStatement(await fileSource(fileOf(content)), format, "USD");
  return { ...statement, lines: await collected(statement.lines()) };
};

const REFERENCE = "HF0123456789AB";
const SHEET: Sheet = {
  opening: "1000.00",
  lines: [
    { day: "2026-05-09", amount: "256.45", text: `From Ada, purpose ${REFERENCE}` },
    { day: "2026-05-10", amount: "-12.00", text: "Charges" },
    { day: "2026-05-10", amount: "100.00", text: "From Grace & Co" },
    { day: "2026-05-10", amount: "100.00", text: "From Grace & Co" },
  ],
};

test.each([
  ["CSV", csvOf(SHEET), CSV],
  ["camt.053.001.08", camtOf(SHEET), CAMT],
  ["camt.053.001.02", camtOf(SHEET, { version: "02" }), CAMT],
  ["MT940", mt940Of(SHEET), MT940],
] as const)(
  "%s says the same: balances, days, amounts and what was written; lines that read alike are two",
  async (_name, content, format) => {
    const { opening, closing, lines } = await read(content, format);
    expect([opening, closing]).toEqual([100_000n, 144_445n]);
    expect(lines.map(({ day, amount }) => [day, amount])).toEqual([
      [parseDay("2026-05-09"), 25_645n],
      [parseDay("2026-05-10"), -1_200n],
      [parseDay("2026-05-10"), 10_000n],
      [parseDay("2026-05-10"), 10_000n],
    ]);
    expect(keysIn(lines[0]!)).toEqual([REFERENCE]);
    const ids = (all: readonly NamedLine[]): readonly string[] => all.map(({ id }) => id);
    expect(new Set(ids(lines)).size).toBe(4);
    // The same lines in another file have the same ids.
    expect(ids((await read(content, format)).lines)).toEqual(ids(lines));
  },
);

test.each([
  ["spaces and small letters", "hf01 2345 6789 ab"],
  ["O for nought and l for one", "HFO123456789AB".replace("1", "l")],
  ["marks", "HF-0123/4567.89AB"],
  ["words around it", "PAYMENTHF0123456789ABTHANKS"],
])("our reference is found with %s", (_how, text) => {
  expect(keysIn({ day: 1, amount: 1n, bankId: null, texts: ["Invoice", text] })).toContain(REFERENCE);
});

test("a reference that a bank broke over two lines is found, and one that lost a sign is not", () => {
  const line = { day: 1, amount: 1n, bankId: null };
  expect(keysIn({ ...line, texts: ["purpose HF01234", "56789AB"] })).toContain(REFERENCE);
  expect(keysIn({ ...line, texts: ["HF0123456789A"] })).toEqual([]);
});

test("a list with the newest first has the same balances, and the same lines", async () => {
  const [head = "", ...rows] = csvOf(SHEET).split("\n");
  const { opening, closing, lines } = await read([head, ...rows.reverse()].join("\n"), CSV);
  expect([opening, closing]).toEqual([100_000n, 144_445n]);
  const ids = lines.map(({ id }) => id);
  expect(ids.toSorted()).toEqual((await read(csvOf(SHEET), CSV)).lines.map(({ id }) => id).toSorted());
});

test("a file that changes between its balances and its lines is not booked", async () => {
  let text = csvOf(SHEET);
  const source = async function* () {
    yield Buffer.from(text);
  };
  const statement = await readStatement(source, CSV, "USD");
  text = text.replaceAll("Grace", "Joan!");
  await expect(collected(statement.lines())).rejects.toThrow("The file changed while it was read: try again.");
});

test("columns of another bank: semicolons, decimal commas, days first, one column each way, Latin letters", async () => {
  const text = [
    "Kontoauszug;;;;",
    "Buchung;Zweck;Haben;Soll;Saldo",
    `10.05.2026;Müller ${REFERENCE};1.256,45;;2.256,45`,
    "11.05.2026;Gebühr;;-6,45;2.250,00",
  ].join("\r\n");
  const format = {
    ...CSV,
    encoding: "windows-1252",
    separator: ";",
    decimal: ",",
    date: "DD.MM.YYYY",
    skip: 1,
    columns: { date: "Buchung", in: "Haben", out: "Soll", balance: "Saldo", text: ["Zweck"] },
  } as const;
  const { opening, closing, lines } = await read(Buffer.from(text, "latin1"), format);
  expect([opening, closing]).toEqual([100_000n, 225_000n]);
  expect(lines.map(({ amount, texts }) => [amount, texts])).toEqual([
    [125_645n, [`Müller ${REFERENCE}`]],
    [-645n, ["Gebühr"]],
  ]);
  await expect(read(Buffer.from(text, "latin1"), { ...format, encoding: "utf-8" })).rejects.toThrow(
    "The file is not in UTF-8",
  );
});

test.each([
  ["1,234.50", ".", 123_450n],
  ["-1234.5", ".", -123_450n],
  ["1 234,50", ",", 123_450n],
  ["12,34,567.00", ".", 123_456_700n],
  ["1.234.567,8", ",", 123_456_780n],
  ["12,50", ".", null],
  ["1.50", ",", null],
  ["1,2345.00", ".", null],
  ["1.2.3", ".", null],
  ["12.505", ".", null],
  ["", ".", null],
  [".50", ".", null],
] as const)("%s with %s before the cents is %s", (text, mark, amount) => {
  expect(signedAmount(text, mark)).toBe(amount);
});

test("a file whose cents stand behind the other mark is not booked a hundredfold", async () => {
  const commas = csvOf(SHEET)
    .replaceAll(/,(-?)([\d.]+),([\d.]+)$/gm, (_row, sign, sum, left) => `,"${sign}${sum}","${left}"`)
    .replaceAll(/(\d)\.(\d\d)"/g, '$1,$2"');
  await expect(read(commas, CSV)).rejects.toThrow('Line 2: "256,45" in column Amount can’t be read.');
});

test("an entry of several payments is a line each where their amounts add up; what is not booked yet is none", async () => {
  const sheet: Sheet = { opening: "0.00", lines: [{ day: "2026-05-10", amount: "30.00", text: "SPLIT" }] };
  const parts = ["10.00", "20.00"]
    .map(
      (amount) =>
        `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><Amt Ccy="USD">${amount}</Amt><RmtInf><Ustrd>part</Ustrd></RmtInf></TxDtls>`,
    )
    .join("");
  const split = camtOf(sheet).replace(/<TxDtls>.*?<\/TxDtls>/, parts);
  expect((await read(split, CAMT)).lines.map(({ amount }) => amount)).toEqual([1_000n, 2_000n]);
  const pending = `<Ntry><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry></Stmt>`;
  expect((await read(camtOf(sheet).replace("</Stmt>", pending), CAMT)).lines).toHaveLength(1);
});

test("why a bank sent money back stands first, and orders and batches are named both ways", async () => {
  const sheet: Sheet = { opening: "0.00", lines: [{ day: "2026-05-10", amount: "30.00", text: "hp0123 4567 89ab" }] };
  const told = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf><RmtInf>";
  const [line] = (await read(camtOf(sheet).replace("<RmtInf>", told), CAMT)).lines;
  expect(line?.texts).toEqual(["Account closed", "AC04", "hp0123 4567 89ab"]);
  expect(keysIn(line!)).toEqual(["HP0123456789AB"]);
  const out = { day: 1, amount: -1n, bankId: null, texts: ["HB0123456789AB", "HP-0I23-4567-89AB"] };
  expect(keysIn(out)).toEqual(["HB0123456789AB", "HP0123456789AB"]);
});

test("pages of one statement in MT940 are joined; around the turn of the year a day is of its own year", async () => {
  const page = (opening: string, line: string, closing: string) =>
    `:20:X\n:25:KE0001234567\n:28C:1/1\n${opening}\n${line}\n${closing}\n-\n`;
  const text =
    page(":60F:C261231USD10,00", ":61:2612310102C5,NTRFABC//BANK1\n:86:one", ":62M:C261231USD15,00") +
    page(":60M:C261231USD15,00", ":61:270102RD2,50NTRFDEF", ":62F:C270102USD17,50");
  const { opening, closing, lines } = await read(text, MT940);
  expect([opening, closing]).toEqual([1_000n, 1_750n]);
  expect(lines.map(({ day, amount }) => [day, amount])).toEqual([
    [parseDay("2026-12-31"), 500n],
    [parseDay("2027-01-02"), 250n],
  ]);
});

const cut = (text: string): string => text.slice(0, Math.floor(text.length * 0.7));

test.each([
  ["CSV without a line", csvOf(SHEET).replace(/\n.*Charges.*/, ""), CSV, "doesn’t follow from the line before"],
  ["CSV with a quote that never ends", `${csvOf(SHEET)}\n2026-05-11,"open`, CSV, "can’t be read as CSV"],
  ["CSV with another amount", csvOf(SHEET).replace("-12.00", "-11.00"), CSV, "doesn’t follow from the line before"],
  ["CSV that was cut within a line", csvOf(SHEET).slice(0, -20), CSV, "can"],
  ["CSV without the columns", "a,b\n1,2", CSV, "The file has no column Date: it has a, b."],
  ["CSV of a day that is none", csvOf(SHEET).replace("2026-05-09", "2026-02-30"), CSV, "Line 2:"],
  ["camt.053 that was cut", cut(camtOf(SHEET)), CAMT, "The file is no XML that can be read, or was cut"],
  [
    "camt.053 without an entry",
    camtOf(SHEET).replace(/<Ntry>.*Charges.*?<\/Ntry>/, ""),
    CAMT,
    "it was cut, or a line is missing",
  ],
  [
    "camt.053 of another account",
    camtOf({ ...SHEET, account: "KE999" }),
    CAMT,
    "The statement is of account KE999, and the rail’s is KE 0001234567.",
  ],
  [
    "camt.053 in another currency",
    camtOf(SHEET, { currency: "KES" }),
    CAMT,
    "The statement is in KES, and the rail is in USD.",
  ],
  [
    "camt.053 without a closing balance",
    camtOf(SHEET).replace("CLBD", "CLAV"),
    CAMT,
    "lacks its opening (OPBD) or closing balance (CLBD)",
  ],
  ["another document", camtOf(SHEET).replace("camt.053", "camt.054"), CAMT, "the file is no camt.053"],
  [
    "a document type definition",
    camtOf(SHEET).replace("<Document", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document'),
    CAMT,
    "no document type definition",
  ],
  ["elements without end", camtOf(SHEET).replace("<Ntry>", `<Ntry>${"<a>".repeat(9_000)}`), CAMT, "nested too deep"],
  ["MT940 that was cut", cut(mt940Of(SHEET)), MT940, "was cut"],
  ["MT940 of another account", mt940Of({ ...SHEET, account: "KE999" }), MT940, "The statement is of account KE999"],
  ["MT940 with another amount", mt940Of(SHEET).replace("D12,00", "D13,00"), MT940, "it was cut, or a line is missing"],
  ["MT940 that starts in the middle", mt940Of(SHEET).replace(/:60F:.*\r\n/, ""), MT940, "no opening balance"],
  [
    "an encoding that is another",
    Buffer.from(camtOf({ ...SHEET, lines: [{ ...SHEET.lines[0]!, text: "Müller" }] }), "latin1"),
    CAMT,
    "The file is not in UTF-8",
  ],
  ["an empty file", "", CSV, "There is no line in the file."],
  ["no statement", "hello", MT940, "There is no statement in the file."],
] as const)("nothing is booked of %s", async (_what, content, format, said) => {
  await expect(read(content, format)).rejects.toThrow(said);
});

test("thousands of lines are read", async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => ({
    day: "2026-05-10",
    amount: "1.00",
    text: `payment ${at}`,
  }));
  expect((await read(camtOf({ opening: "0.00", lines }), CAMT)).lines).toHaveLength(5_000);
});
