/** In which order the pieces of a line stand that runs from right to left, or partly so. */
import { expect, test } from "vitest";
import type { Face } from "../../src/papers/letters.js";
import { hasRightToLeft, linesOf } from "../../src/papers/lines.js";

/** A font for what is not Latin. */
const OTHER = { name: "other" } as Face;
/** Every letter is one point wide. Pieces are parted by "|", as they are seen from left to right. */
const drawn = (text: string, width = 1_000): readonly string[] =>
  linesOf(text, width, {
    measure: (piece) => [...piece.text].length,
    faceOf: (letter) =>
      /[\p{L}\p{Nd}\p{Script=Arabic}\p{Emoji_Presentation}]/u.test(letter) && letter > "\u0250" ? OTHER : null,
  }).map((line) => line.map((piece) => piece.text).join("|"));

test.each([
  ["one word, which its font turns", "إيصال", ["إيصال"]],
  ["words", "طقم عشاء", ["عشاء| |طقم"]],
  ["a number among them", "الجزء 12 من 20", ["20| |من| |12| |الجزء"]],
  ["Latin words in their own order", "دفع Holdfast Escrow المبلغ", ["المبلغ| |Holdfast Escrow| |دفع"]],
  ["brackets, turned round", "شركة (ش.م.م) جديدة", ["جديدة| (|م|.|م|.|ش|) |شركة"]],
  ["a name in an English sentence", "Sold by متجر النيل, Cairo", ["Sold by |النيل| |متجر|, Cairo"]],
  ["digits of Arabic, in the order of digits", "رقم ١٢٣", ["١٢٣| |رقم"]],
  ["several paragraphs", "إيصال\nReceipt", ["إيصال", "Receipt"]],
] as const)("%s", (_what, text, lines) => {
  expect(drawn(text)).toEqual(lines);
});

test("a line that is full breaks between words, and a word that is wider than a line within itself", () => {
  expect(drawn("طقم عشاء كامل", 8)).toEqual(["عشاء| |طقم", "كامل"]);
  expect(drawn("طقم  عشاء", 4)).toEqual(["طقم", "عشاء"]);
  expect(drawn("مستشفيات", 3)).toEqual(["مست", "شفي", "ات"]);
  expect(drawn("عع 😀😀😀😀", 3)).toEqual(["عع", "😀😀😀", "😀"]);
});

test.each([
  ["Chinese, between any two letters, and never before a comma", "景德镇，手工瓷器", 5, ["景德镇|，", "手工瓷器"]],
  ["Japanese, and never behind an opening bracket", "器のセット「京都」", 6, ["器のセット", "「|京都|」"]],
  ["Thai, between words that a dictionary knows", "ภาษาไทยสวยงาม", 8, ["ภาษาไทย", "สวยงาม"]],
  ["Latin words beside them whole", "景德镇 Holdfast 瓷器", 9, ["景德镇", "Holdfast", "瓷器"]],
] as const)("a script without spaces breaks where readers of it expect: %s", (_what, text, width, lines) => {
  expect(drawn(text, width).map((line) => line.trim())).toEqual(lines);
});

test("only what holds letters that run from right to left is laid out so", () => {
  expect(["Receipt", "12,50 $US", "😀", ""].map(hasRightToLeft)).toEqual([false, false, false, false]);
  expect(["إيصال", "Tax متجر", "שלום"].map(hasRightToLeft)).toEqual([true, true, true]);
});
