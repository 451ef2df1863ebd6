/** Names as buyers read them: of every letter something is seen, and nobody goes by the name of the house. */
import { describe, expect, test } from "vitest";
import { plainLine } from "../../src/domain/names.js";
import { isReservedName } from "../../src/identity/reserved-name.js";

test.each([
  ["marks of direction", "\u202egnp.secivoecreN\u202c Cera\u2066mics", "gnp.secivoecreN Ceramics"],
  ["spaces and fillers that are not seen", "North\u200bwind\u2060 \u3164Cera\u00admics\ufeff", "Northwind Ceramics"],
  ["lines", "Northwind\r\n\tCeramics\u2028", "Northwind Ceramics"],
  ["nothing that is seen", "\u200b\u202e\u2800 \u3164", ""],
  ["half a letter", "Northwind \ud83d", "Northwind \ufffd"],
  ["joiners between letters of Latin", "North\u200d\u200cwind", "Northwind"],
  [
    "joiners that Persian, Hindi and pictures are written with",
    "دست\u200cساز क्\u200dष 👩\u200d🍳 ❤\ufe0f",
    "دست\u200cساز क्\u200dष 👩\u200d🍳 ❤\ufe0f",
  ],
])("a name is one plain line: %s", (_what, typed, name) => {
  expect(plainLine(typed)).toBe(name);
});

describe("the reserved name", () => {
  test.each([
    ["as it is", "Holdfast"],
    ["in capitals", "HOLDFAST"],
    ["with more words", "Holdfast Security"],
    ["within a word", "MyHoldfastPay"],
    ["in pieces", "Hold-fast Support"],
    ["in two words", "Hold fast"],
    ["letter by letter", "H o l d f a s t"],
    ["with dots", "H.o.l.d.f.a.s.t"],
    ["with a Cyrillic o", "H\u043eldfast"],
    ["all in Cyrillic", "\u041d\u043e\u04cf\u0501f\u0430\u0455\u0442"],
    ["with Greek letters", "\u0397\u03bfldfast"],
    ["with an Armenian o", "H\u0585ldfast"],
    ["with Cherokee letters", "\u13bboldfas\u13a2"],
    ["in full width", "Ｈｏｌｄｆａｓｔ"],
    ["in bold letters of mathematics", "𝐇𝐨𝐥𝐝𝐟𝐚𝐬𝐭"],
    ["within circles", "ⓗⓞⓛⓓⓕⓐⓢⓣ"],
    ["within squares", "🅷🅾🅻🅳🅵🅰🆂🆃"],
    ["in small capitals", "ʜᴏʟᴅꜰᴀꜱᴛ"],
    ["with accents", "Hóldfàšť"],
    ["with accents that are letters of their own", "Ho\u0301ldfas\u0323t"],
    ["with a space that is not seen", "Hold\u200bfast"],
    ["behind a mark of direction", "\u202eHoldfast"],
    ["with digits", "H0ldf4st"],
    ["with a one", "Ho1dfast"],
    ["with a capital i", "HoIdfast"],
    ["with two letters for one", "holclfast"],
    ["with a long s", "Holdfa\u017ft"],
  ])("%s is ours", (_how, name) => {
    expect(isReservedName(name)).toBe(true);
  });

  test.each([
    "Steadfast Shop",
    "Steadfast Security",
    "Household Fast Delivery",
    "Fast Hold",
    "Breakfast House",
    "Threshold Fashion",
    "Holden Fasteners",
    "Old Fast Cars",
    "Goldfast",
    "Uphold",
    "Northwind Ceramics",
    "متجر النيل",
    "景德镇瓷器",
    "Σετ πιάτων",
    "12 34",
    "",
  ])("%j is somebody's own", (name) => {
    expect(isReservedName(name)).toBe(false);
  });
});
