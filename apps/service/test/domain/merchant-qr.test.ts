/** Codes that wallets pay by, as a reader reads them that is not ours. */
import fc from "fast-check";
import { parse } from "promptparse";
import { expect, test } from "vitest";
import { type MerchantQr, merchantQrText } from "../../src/domain/merchant-qr.js";
import { cents } from "../payments/desk.js";

const CODE: MerchantQr = {
  accounts: [
    { tag: 31, id: "org.scheme.other", fields: { "02": "TILL-7", "01": "0001234567" } },
    { tag: 26, id: "com.example.pay", fields: {} },
  ],
  category: "5999",
  country: "KE",
  name: "Acme Payments Ltd",
  city: "Nairobi",
};
const PAYMENT = { amount: cents("1250.00"), currency: "USD", reference: "HF0123456789AB" };

test("another's reader finds the account, what is to be paid and the reference", () => {
  const text = merchantQrText(CODE, PAYMENT);
  const read = parse(text, true, true);
  if (read === null) throw new Error(`no code of EMVCo: ${text}`);
  expect(read.getTags().map(({ id }) => id)).toEqual("00 01 26 31 52 53 54 58 59 60 62 63".split(" "));
  const values = ["01", "52", "53", "54", "58", "59", "60"].map((tag) => read.getTagValue(tag));
  expect(values).toEqual(["12", "5999", "840", "1250.00", "KE", "Acme Payments Ltd", "Nairobi"]);
  expect(read.getTagValue("26", "00")).toBe("com.example.pay");
  expect(["00", "01", "02"].map((tag) => read.getTagValue("31", tag))).toEqual([
    "org.scheme.other",
    "0001234567",
    "TILL-7",
  ]);
  expect(read.getTagValue("62", "05")).toBe(PAYMENT.reference);
});

test("whatever is paid, the reader's own checksum is ours", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 5_000_000n }), fc.stringMatching(/^HF[0-9A-Z]{12}$/), (amount, reference) => {
      const read = parse(merchantQrText(CODE, { ...PAYMENT, amount: amount as never, reference }), true);
      expect(read?.getTagValue("62", "05")).toBe(reference);
    }),
  );
});

test("a currency that no rail has, and a reference that no code holds, are bugs", () => {
  expect(() => merchantQrText(CODE, { ...PAYMENT, currency: "KWD" })).toThrow("KWD");
  expect(() => merchantQrText(CODE, { ...PAYMENT, reference: "A".repeat(26) })).toThrow("AAAA");
});
