/** Phone numbers as people type them, by the country that they are in. */
import { describe, expect, test } from "vitest";
import { ANY_ACCOUNT } from "../../src/domain/payees.js";
import { phoneCountries, regionsIn } from "../../src/phones/countries.js";
import { readPayee } from "../../src/phones/payee.js";
import { readPhone } from "../../src/phones/phone.js";

const read = (typed: string, country: string | null = null): string | null => readPhone(typed, country)?.number ?? null;

test.each([
  "+254 712 345 678",
  "+254 (0)712 345 678",
  "+2540712345678",
  "(+254) 712-345678",
  "tel:+254-712-345-678",
  "tel:+254712345678;ext=1",
  "00254 712 345 678",
  "000254712345678",
  "＋２５４\u3000７１２３４５６７８",
  "+٢٥٤ ٧١٢ ٣٤٥ ٦٧٨",
  "\u202a+254\u00a0712\u2011345\u2011678\u202c",
  "+254.712.345.678",
  "+254/712/345678",
])("with the code of its country: %j", (typed) => {
  expect(readPhone(typed, null)).toEqual({
    number: "+254712345678",
    country: "KE",
    shown: "+254 712 345 678",
    isPlain: true,
    isAtHome: false,
  });
  // What was typed in full is never read as another country's.
  expect(read(typed, "GH")).toBe("+254712345678");
});

test.each([
  ["0712345678", "KE", "+254712345678"],
  ["0712 345 678", "TZ", "+255712345678"],
  ["٠٧١٢٣٤٥٦٧٨", "KE", "+254712345678"],
  ["024 412 3456", "GH", "+233244123456"],
  ["07 01 02 03 04", "CI", "+2250701020304"],
])("%j is dialled so in %s, and needs no second look where that was chosen", (typed, country, number) => {
  expect(readPhone(typed, country)).toMatchObject({ number, country, isPlain: false, isAtHome: true });
});

test.each([
  ["712345678", "KE", "+254712345678"],
  ["244123456", "GH", "+233244123456"],
  ["8031234567", "NG", "+2348031234567"],
  ["813456789", "CD", "+243813456789"],
])("%j in %s is that country's, and is shown before anybody is asked for money", (typed, country, number) => {
  expect(readPhone(typed, country)).toMatchObject({ number, country, isPlain: false, isAtHome: false });
});

test("the code of the country may stand there without a plus sign", () => {
  expect(readPhone("254712345678", "KE")).toMatchObject({ number: "+254712345678", isPlain: true });
  expect(readPhone("233244123456", "KE")).toMatchObject({ number: "+233244123456", isPlain: false });
  expect(readPhone("254712345678", null)).toMatchObject({ number: "+254712345678", isPlain: false });
});

test("a range that nobody knows yet is taken, and asked about", () => {
  expect(readPhone("+254990000000", null)).toMatchObject({ number: "+254990000000", country: "KE", isPlain: false });
  expect(read("0990000000", "KE")).toBe("+254990000000");
});

test.each([
  "",
  "0712 345 678",
  "712345678",
  "244123456",
  "+712345678",
  "+1234567",
  "+1234567890123456",
  "call me",
  "+254 712 345 67x",
  "+",
  "00",
])("none without a country: %j", (typed) => {
  expect(readPhone(typed, null)).toBeNull();
});

test.each(["0712", "071234567890123", "abc"])("none in Kenya: %j", (typed) => {
  expect(readPhone(typed, "KE")).toBeNull();
});

describe("the country that is chosen at first", () => {
  test("is the only one, or what tells most, or none", () => {
    expect(phoneCountries(["CD"], ["KE"])).toEqual({ choices: ["CD"], isAll: true, likely: "CD" });
    expect(phoneCountries(["CD", "KE"], ["", "FR", "KE"])).toMatchObject({ likely: "KE" });
    expect(phoneCountries(["CD", "KE"], ["TZ"])).toMatchObject({ likely: "" });
    expect(phoneCountries(null, ["TZ"])).toMatchObject({ isAll: false, likely: "TZ" });
  });

  test("is told by the languages of a browser", () => {
    expect(regionsIn("sw-KE,sw;q=0.9,en-GB;q=0.8")).toEqual(["KE", "GB"]);
    expect(regionsIn(undefined)).toEqual([]);
  });
});

test("a payout goes to a number that was typed in full, or was shown as it was read", () => {
  const typed = {
    kind: "mobile_money",
    name: "Ada Byron",
    bank: "",
    form: ANY_ACCOUNT,
    details: {},
    country: "KE",
    confirmed: "",
  } as const;
  expect(readPayee({ ...typed, number: "+254 712 345 678" })).toMatchObject({ ok: true });
  expect(readPayee({ ...typed, number: "0712345678" })).toEqual({ ok: false, reason: { number: "unsure" } });
  expect(readPayee({ ...typed, number: "0712345678", confirmed: "+254712345678" })).toMatchObject({
    ok: true,
    value: { number: "+254712345678" },
  });
  expect(readPayee({ ...typed, number: "0712345679", confirmed: "+254712345678" })).toMatchObject({ ok: false });
});

test("the name of a payee is the line that is seen of it", () => {
  const typed = {
    kind: "mobile_money",
    bank: "",
    form: ANY_ACCOUNT,
    details: {},
    country: null,
    confirmed: "",
    number: "+254712345678",
  } as const;
  expect(readPayee({ ...typed, name: "\u202e Ada\n\u200bByron\u2069 " })).toMatchObject({
    value: { name: "Ada Byron" },
  });
  expect(readPayee({ ...typed, name: "\u202e\u2800" })).toEqual({ ok: false, reason: { name: "missing" } });
});
