/** Addresses as people type and paste them: each has one spelling, and what can't be written to is none. */
import { describe, expect, test } from "vitest";
import { emailProblem, readEmail, spellEmail } from "../../src/domain/email.js";

describe("an address", () => {
  test.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  ada@example.com\n", "ada@example.com"],
    ["ada+tag@example.com", "ada+tag@example.com"],
    ["o’brien@example.com", "o'brien@example.com"],
    ["ada..b.@docomo.ne.jp", "ada..b.@docomo.ne.jp"],
    [".ada@ezweb.ne.jp", ".ada@ezweb.ne.jp"],
    ["ada @ example.com", "ada@example.com"],
  ])("%j", (typed, email) => {
    expect(readEmail(typed)).toBe(email);
  });

  test.each([
    "Ada <ada@example.com>",
    '"Byron, Ada" <ada@example.com>',
    "<ada@example.com>",
    "ada@example.com <ada@example.com>",
    "mailto:ada@example.com",
    "MAILTO:ada@example.com?subject=Hello&cc=eve%40example.com",
    "<mailto:ada@example.com>",
    '"ada@example.com"',
    "“ada@example.com”",
    "ada@example.com.",
    "ada@example.com;",
    "Ada <ada@example.com>,",
  ])("is taken out of %j", (typed) => {
    expect(readEmail(typed)).toBe("ada@example.com");
  });

  test.each([
    "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
    "ada@example。com",
    "ada\u200b@exam\u00adple.com",
    "\u202aada@example.com\u202c",
    "\ufeffada@example.com\u200d",
  ])("is the same in other widths, and with marks that nobody sees: %j", (typed) => {
    expect(readEmail(typed)).toBe("ada@example.com");
  });

  test.each([
    ["ada@müller.example", "ada@xn--mller-kva.example"],
    ["ada@MÜLLER.example", "ada@xn--mller-kva.example"],
    ["ada@mu\u0308ller.example", "ada@xn--mller-kva.example"],
    ["ada@xn--mller-kva.example", "ada@xn--mller-kva.example"],
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ada@メール.jp", "ada@xn--4dkua4c.jp"],
    ["ada@نامه\u200cای.com", "ada@xn--mgba3gch31f060k.com"],
    ["ada١٢@example١.com", "ada12@example1.com"],
  ])("keeps a domain of other letters in ASCII: %j", (typed, email) => {
    expect(readEmail(typed)).toBe(email);
  });

  test("of 254 characters is taken, and a longer one is not", () => {
    const domain = `${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}`;
    const most = `${"a".repeat(64)}@${domain}.${"e".repeat(254 - 64 - 1 - domain.length - 1)}`;
    expect(most).toHaveLength(254);
    expect(readEmail(most)).toBe(most);
    expect(readEmail(most.replace("@", "@e"))).toBeNull();
  });

  test("keeps its case where it is echoed", () => {
    expect(spellEmail("Ada <Ada@Example.com>")).toBe("Ada@Example.com");
  });
});

describe("no address", () => {
  test.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@@example.com",
    "ada@example",
    "ada@-example.com",
    "ada@example-.com",
    "ada@exa_mple.com",
    "ada@exa mple.com",
    "ada@example..com",
    "ada lovelace@example.com",
    "ada@example.com, eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "ada\n<eve@example.com>",
    "ada@192.0.2.1",
    "ada@[192.0.2.1]",
    "ada@0x7f.1",
    "ada@ex%61mple.com",
    "ada@exam\u0000ple.com",
    "ada@example.com:25",
    "ada@example.com/..",
    "ada@☃.example",
    "mailto:ada%0d%0aBcc:eve@example.com",
    '"a b"@example.com',
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `ada@${"ä".repeat(63)}.com`,
  ])("%j", (typed) => {
    expect(readEmail(typed)).toBeNull();
    expect(emailProblem(typed)).toBe("email_invalid");
  });

  test.each(["josé@example.com", "用户@例え.テスト", "Жанна <жанна@пример.рф>"])(
    "%j, for the letters before its @",
    (typed) => {
      expect(readEmail(typed)).toBeNull();
      expect(emailProblem(typed)).toBe("email_letters");
    },
  );
});
