/**
 * The text of a QR code that European banking apps pay by: "Quick Response Code: Guidelines to Enable Data Capture for the Initiation of
 * a SEPA Credit Transfer" (European Payments Council, EPC069-12, version 002). Lines in a fixed order, in UTF-8.
 */
import { formatAmount } from "./currencies.js";
import type { Cents } from "./money.js";

/** Whom such a code pays; what a rail says of it. */
export type EpcQr = {
  /** Checked, capitals and digits alone. */
  readonly iban: string;
  /** Null where the bank is told by the IBAN, as it is within the European Economic Area. */
  readonly bic: string | null;
  /** At most {@link EPC_NAME_MAX} characters. */
  readonly name: string;
};

export const EPC_CURRENCY = "EUR";
export const EPC_NAME_MAX = 70;
/** 999999999.99 euros. */
const AMOUNT_MAX = 99_999_999_999n;
/** Of unstructured remittance information. */
const REFERENCE_MAX = 140;

/** The text of the code for one payment, with what the payer's bank has to quote. @throws for what such a code can't say. */
export function epcQrText(
  { iban, bic, name }: EpcQr,
  { amount, reference }: { readonly amount: Cents; readonly reference: string },
): string {
  if (amount <= 0n || amount > AMOUNT_MAX || reference.length > REFERENCE_MAX)
    throw new Error(`a code of EPC can't say ${amount}, or ${reference}`);
  const money = `${EPC_CURRENCY}${formatAmount(amount, EPC_CURRENCY)}`;
  const [purpose, structured] = ["", ""];
  return ["BCD", "002", "1", "SCT", bic ?? "", name, iban, money, purpose, structured, reference].join("\n");
}
