/** Names and titles in any script: each letter has a shape, in its place, and is copied as it was written. */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawPaper } from "../../src/papers/pdf.js";
import { billOf } from "../../src/papers/receipt.js";
import { UTC } from "../../src/words/zone.js";
import { needs } from "../programs.js";
import { AT, billed, ISSUER } from "./papers.js";

const SCRIPTS = {
  Amharic: "አዲስ አበባ ሸክላ",
  Arabic: "طقم أطباق من القاهرة",
  Persian: "بشقاب دست‌ساز پاکستان",
  Armenian: "Ձեռագործ ափսեներ",
  Bengali: "হাতে তৈরি মাটির থালা স্ত্রী কো",
  Burmese: "လက်လုပ် ကြွေပန်းကန်များ ရန်ကုန်မြို့",
  Chinese: "景德镇手工瓷器餐具套装六件",
  "Chinese of Taiwan": "臺灣手工陶瓷餐盤組",
  Georgian: "ხელნაკეთი ჭურჭელი",
  Greek: "Σετ πιάτων",
  Gujarati: "હાથબનાવટ ક્ષત્રિય શ્રી",
  Hebrew: "סט צלחות עבודת יד",
  Hindi: "हस्तनिर्मित मिट्टी के बर्तन स्त्री र्कि",
  Japanese: "手作りの器セット、京都市左京区「カフェ」",
  Kannada: "ಕೈಯಿಂದ ಮಾಡಿದ ಸ್ತ್ರೀ",
  Khmer: "ចានធ្វើដោយដៃ ភ្នំពេញ",
  Korean: "수제 도자기 접시 세트 서울특별시",
  Lao: "ຈານ ນ້ຳ ວຽງຈັນ",
  Malayalam: "കൈകൊണ്ട് ന്റെ തിരുവനന്തപുരം",
  Odia: "ହାତ ତିଆରି ଭୁବନେଶ୍ୱର",
  Punjabi: "ਹੱਥ ਨਾਲ ਬਣੀ ਅੰਮ੍ਰਿਤਸਰ",
  Russian: "Набор тарелок",
  Sinhala: "අතින් සෑදූ ශ්‍රී ලංකා",
  Tamil: "கைவினை தட்டுகள் கொழும்பு",
  Telugu: "చేతితో చేసిన స్త్రీ",
  Thai: "ชุดจานอาหารที่ทำด้วยมือ น้ำใจกรุงเทพฯ",
  Tibetan: "བོད་ཡིག",
  Tifinagh: "ⵜⵉⴼⵉⵏⴰⵖ",
  Vai: "ꕙꔤ",
  Vietnamese: "Bộ đĩa gốm thủ công Hà Nội",
  emoji: "Party 🎉 set 👍🏽 ☕ 🇰🇪",
  signs: "★ ✓ ♥ ① → ₦ ₵",
} as const;

const drawn = (title: string, tradingName = "Northwind Ceramics"): Promise<Buffer> =>
  drawPaper(
    billOf(billed({ title, lines: [], issuer: { ...ISSUER, tradingName } }), {
      kind: "receipt",
      locale: "en",
      zone: UTC,
      at: AT,
      isSandbox: false,
    }),
    AT,
  );

/** What its pages are made of: shapes by their numbers in their fonts, four digits each. */
function shapesIn(pdf: Buffer): readonly string[] {
  const shapes: string[] = [];
  for (let at = pdf.indexOf("stream\n"); at !== -1; at = pdf.indexOf("stream\n", at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === "end") continue;
    const end = pdf.indexOf("\nendstream", at);
    const content = unfolded(pdf.subarray(at + 7, end));
    if (!/\bTJ\b/.test(content)) continue;
    for (const [, hex = ""] of content.matchAll(/<([\da-f]+)>/g)) shapes.push(...(hex.match(/.{4}/g) ?? []));
  }
  return shapes;
}

function unfolded(stream: Buffer): string {
  try {
    return inflateSync(stream).toString("latin1");
  } catch {
    return "";
  }
}

/** The first shape of every font is the box that stands for none. */
const boxesIn = (pdf: Buffer): number => shapesIn(pdf).filter((shape) => shape === "0000").length;

test.each(Object.entries(SCRIPTS))("%s has a shape for each letter", async (_name, text) => {
  const pdf = await drawn(text, text);
  expect(shapesIn(pdf).length).toBeGreaterThan(100);
  expect(boxesIn(pdf)).toBe(0);
});

/** As it is copied from the paper, without the spaces and marks of direction that a reader puts in. */
function copied(pdf: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = execFile("pdftotext", ["-", "-"], (error, text) => (error ? reject(error) : resolve(bare(text))));
    reader.stdin?.end(pdf);
  });
}
const bare = (text: string): string => text.normalize("NFC").replaceAll(/[\s\u200e\u200f\u202a-\u202e]+/g, "");

test.for(Object.entries(SCRIPTS))("%s is copied as it was written", async ([, text], context) => {
  needs(context, "pdftotext");
  expect(await copied(await drawn(text))).toContain(bare(text));
});

test("letters that no font has are spelled in those that one has", async (context) => {
  const pdf = await drawn("\u{1d54f}\u{1d550} \u{10900}\u{10901} \u0378 \u{e0001}end\u200b");
  expect(boxesIn(pdf)).toBe(0);
  needs(context, "pdftotext");
  expect(await copied(pdf)).toContain("XY'b?end");
});

test("half a letter, and marks without a letter, are drawn as something", async () => {
  expect(boxesIn(await drawn("\ud83d \u0e34\u0e34 \u093f \u0301\u200d\ufe0f \u25cc"))).toBe(0);
});

test("a title with letters of every script brings a bounded number of fonts", async () => {
  const letters = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join("");
  const all = [...Object.values(SCRIPTS), letters].join(" ");
  const lines = Array.from({ length: 100 }, (_, at) => ({
    name: [...all].slice(at * 40, at * 40 + 200).join(""),
    unitAmount: 100n as never,
    quantity: 1,
    sku: "",
  }));
  const pdf = await drawPaper(
    billOf(billed({ lines }), { kind: "receipt", locale: "en", zone: UTC, at: AT, isSandbox: false }),
    AT,
  );
  const fonts = new Set(Array.from(pdf.toString("latin1").matchAll(/\/FontName \/(\S+)/g), ([, name]) => name));
  expect(fonts.size).toBeLessThanOrEqual(2 + 2 * 64);
  expect(boxesIn(pdf)).toBe(0);
  expect(pdf.length).toBeLessThan(5_000_000);
});

test("no start reads a font, or what puts letters together", () => {
  const bundle = new URL("../../dist/bundle/", import.meta.url);
  for (const name of readdirSync(bundle).filter((one) => one.endsWith(".js") && !one.startsWith("shaping-")))
    expect(readFileSync(new URL(name, bundle), "utf8"), name).not.toMatch(
      /^import .*"(?:pdfkit|fontkit|harfbuzzjs|subset-font|any-ascii)"|harfbuzz(?:-subset)?\.wasm/m,
    );
});
