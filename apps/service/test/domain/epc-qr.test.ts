/** Codes that European banking apps pay by, as the guidelines of the European Payments Council write them (EPC069-12). */
import { expect, test } from "vitest";
import { type EpcQr, epcQrText } from "../../src/domain/epc-qr.js";
import { cents } from "../payments/desk.js";

const CODE: EpcQr = { iban: "BE72000000001616", bic: "BPOTBEB1", name: "Red Cross of Belgium" };

test("each line has its place, the bank may be left out, and what the payer quotes is the last", () => {
  const lines = epcQrText(CODE, { amount: cents("1.00"), reference: "HFJ4K7QM2XW9TP" }).split("\n");
  const money = ["EUR1.00", "", "", "HFJ4K7QM2XW9TP"];
  expect(lines).toEqual(["BCD", "002", "1", "SCT", "BPOTBEB1", "Red Cross of Belgium", "BE72000000001616", ...money]);
  expect(
    epcQrText({ ...CODE, bic: null }, { amount: cents("249.90"), reference: "HF1" })
      .split("\n")
      .slice(4, 8),
  ).toEqual(["", "Red Cross of Belgium", "BE72000000001616", "EUR249.90"]);
});

test("nothing, more than a transfer holds and a long reference are no code", () => {
  for (const amount of ["0.00", "1000000000.00"])
    expect(() => epcQrText(CODE, { amount: cents(amount), reference: "HF1" })).toThrow("can't say");
  expect(() => epcQrText(CODE, { amount: cents("1.00"), reference: "x".repeat(141) })).toThrow("can't say");
});
