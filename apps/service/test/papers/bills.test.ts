/** Receipts and invoices: what stands on them, and that the PDF is bounded, whole and always the same. */

import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import type { Paper } from "../../src/papers/paper.js";
import { drawPaper } from "../../src/papers/pdf.js";
import { billOf } from "../../src/papers/receipt.js";
import { type Locale, locales } from "../../src/words/locale.js";
import { UTC } from "../../src/words/zone.js";
import { AT, billed, ISSUER } from "./papers.js";

const HOW = { kind: "receipt", locale: "en", zone: UTC, at: AT, isSandbox: false } as const;

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");
const rowsOf = (paper: Paper, at = 0): readonly (readonly string[])[] => paper.sections[at]?.rows ?? [];
const sumsOf = (paper: Paper): Readonly<Record<string, string>> =>
  Object.fromEntries(paper.sections.flatMap(({ sums }) => sums.map(({ name, amount }) => [name, amount])));

test("lines that don't add up to the order get one more, so that the bill does", () => {
  const paper = billOf(billed(), HOW);
  expect(rowsOf(paper)).toEqual([
    ["Dinner plate, ash glaze", "6", "$24.00", "$144.00"],
    ["Soup bowl, ash glaze", "6", "$14.50", "$87.00"],
    ["Other", "", "", "$18.90"],
  ]);
  expect(rowsOf(billOf(billed({ amount: cents(20_000n) }), HOW)).at(-1)).toEqual(["Other", "", "", "-$31.00"]);
  expect(rowsOf(billOf(billed({ amount: cents(23_100n) }), HOW))).toHaveLength(2);
  expect(rowsOf(billOf(billed({ lines: [] }), HOW))).toEqual([["Dinner set", "1", "$249.90", "$249.90"]]);
});

test("a receipt has what was paid until its moment, an invoice what is open", () => {
  expect(sumsOf(billOf(billed(), HOW))).toEqual({
    "Order amount": "$249.90",
    "Escrow protection fee": "$6.55",
    Total: "$256.45",
    "Received from you": "$200.00",
  });
  expect(sumsOf(billOf(billed(), { ...HOW, at: AT + 7_200 }))["Received from you"]).toBe("$256.45");
  expect(sumsOf(billOf(billed(), { ...HOW, kind: "invoice" }))).toMatchObject({
    Paid: "$200.00",
    "Amount due": "$56.45",
  });
  expect(rowsOf(billOf(billed(), HOW), 1)).toEqual([["Card", "21 September 2026 at 14:12 UTC", "$200.00"]]);
});

test("says who sells, with address and tax id, and leaves out what the seller did not say", () => {
  expect(billOf(billed(), HOW).parties[0]?.lines).toEqual([
    "Northwind Ceramics",
    "Northwind Ceramics (Pty) Ltd",
    "14 Kiln Lane",
    "Industrial Area",
    "00100 Nairobi",
    "Kenya",
    "Tax ID: P051234567X",
    "help@northwind.example",
    "NW7K2M9Q",
  ]);
  const silent = { ...ISSUER, legalName: "", address: "", country: "", taxId: "", supportEmail: "" };
  expect(billOf(billed({ issuer: silent }), HOW).parties[0]?.lines).toEqual(["Northwind Ceramics", "NW7K2M9Q"]);
});

test.each(locales())(
  "in %s, a PDF with its letters in it, nothing that runs, and the same bytes again",
  async (locale) => {
    const paper = billOf(billed({ title: "Assiettes à café, pão e açúcar, chai ya ndani" }), {
      ...HOW,
      locale,
      zone: UTC,
      isSandbox: true,
    });
    const pdf = await drawPaper(paper, AT);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const text = pdf.toString("latin1");
    expect(text).toContain("/FontFile2");
    expect(text).toMatch(/\/Count 1\b/);
    expect(text).toContain(`/Lang (${locale})`);
    expect(text).not.toMatch(/\/JavaScript|\/URI|\/Launch|\/EmbeddedFile|\/Helvetica/);
    expect(pdf.length).toBeLessThan(60_000);
    expect(plain(JSON.stringify(paper.sections))).toMatch(/256[.,]45/);
    expect((await drawPaper(paper, AT)).equals(pdf)).toBe(true);
  },
);

test("a paper in Arabic, and a name in Arabic on any paper, bring the letters that they need", async () => {
  const fontsOf = (pdf: Buffer): readonly string[] =>
    [
      ...new Set([...pdf.toString("latin1").matchAll(/\/FontName \/([A-Z]+\+[\w-]+)/g)].map(([, name = ""]) => name)),
    ].sort();
  const drawn = async (title: string, locale: Locale): Promise<readonly string[]> =>
    fontsOf(await drawPaper(billOf(billed({ title }), { ...HOW, locale }), AT));
  expect((await drawn("Dinner set", "en")).map((name) => name.slice(7))).toEqual(["Inter-Regular", "Inter-SemiBold"]);
  expect(await drawn("طقم عشاء", "en")).toHaveLength(3);
  expect(await drawn("Dinner set", "ar")).toHaveLength(4);
});

test("the longest order fits on a few pages", async () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({
    name: `${at} ${"ﷺ中文 <b>Ä".repeat(50)}`.slice(0, 255),
    unitAmount: cents(99_999_999_999_999n),
    quantity: Number.MAX_SAFE_INTEGER,
    sku: "",
  }));
  const pdf = await drawPaper(billOf(billed({ lines, title: "\u202eWide ".repeat(60) }), HOW), AT);
  const pages = Number(/\/Count (\d+)/.exec(pdf.toString("latin1"))?.[1]);
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(40);
});

/** A PNG of one grey dot, as it says, whose data unfold into so many bytes. */
function png(bytes: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4);
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const magic = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    magic,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(bytes))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  ["a small one", png(2), true],
  ["one that unfolds into a hundred megabytes", png(100_000_000), false],
  ["what is none", Buffer.from("\x89PNG\r\n\x1a\nhello", "latin1"), false],
])("a logo: %s", async (_name, content, isThere) => {
  const paper = billOf(billed({ issuer: { ...ISSUER, logo: { content, type: "image/png" } } }), HOW);
  const text = (await drawPaper(paper, AT)).toString("latin1");
  expect(text.includes("/Subtype /Image")).toBe(isThere);
});
