/** What keyboards and clipboards make of a code or a number, read as one. */
import { expect, test } from "vitest";
import { latinDigits, plainCode, plainNumber, plainText } from "../../src/domain/typed.js";

test("every decimal digit of Unicode has its value", () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if ((code >= 0xd800 && code <= 0xdfff) || !/\p{Nd}/u.test(String.fromCodePoint(code))) continue;
    const digit = String.fromCodePoint(code);
    const nought = String.fromCodePoint(code - Number(latinDigits(digit)));
    expect(latinDigits(digit), code.toString(16)).toMatch(/^[0-9]$/);
    expect(latinDigits(nought), code.toString(16)).toBe("0");
  }
});

test.each([
  ["１２３\u3000４５６", "123456"],
  ["12\u200b34\u00ad56\u2060", "123456"],
  ["\ufeff123456", "123456"],
  ["\u202a123456\u202c\u200e", "123456"],
  ["123\u2011456", "123456"],
  ["123—456", "123456"],
  ["123\u2212456", "123456"],
  ["12ー34ー56", "123456"],
  ["\t123\u202f456\r\n", "123456"],
  ["ab-cd", "abcd"],
])("a code typed as %j", (typed, code) => {
  expect(plainCode(typed)).toBe(code);
});

test("a long sound is a dash in a number, and a letter in a word", () => {
  expect(plainNumber("03ー1234")).toBe("03-1234");
  expect(plainText("メール")).toBe("メール");
});

test.each(["12²", "1₂", "①2", "1½"])("no digit is made of what is small, circled or a part of one: %j", (typed) => {
  expect(plainCode(typed)).toBe(typed);
});

test("a page of text is not gone through for a code", () => {
  expect(plainCode("1".repeat(1_000_000)).length).toBeLessThan(10_000);
});
