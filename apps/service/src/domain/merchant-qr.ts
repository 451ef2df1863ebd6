/**
 * The text of a QR code that wallets and banking apps pay by: "EMV QR Code Specification for Payment Systems, Merchant-Presented Mode"
 * (EMVCo, 1.1). A list of objects of two digits of id, two of length, and a value; the last one is a checksum of all.
 */
import { formatAmount } from "./currencies.js";
import type { Cents } from "./money.js";

/** Whom such a code pays; what a rail says of it. */
export type MerchantQr = {
  /** Accounts of the merchant, one for each scheme that the code is of. */
  readonly accounts: readonly QrAccount[];
  /** What is sold, by ISO 18245, in four digits. */
  readonly category: string;
  /** ISO 3166, two letters: where the merchant is. */
  readonly country: string;
  /** At most 25 ASCII characters. */
  readonly name: string;
  /** At most 15 ASCII characters. */
  readonly city: string;
};

export type QrAccount = {
  /** 26 to 51, as the scheme has it. */
  readonly tag: number;
  /** What the scheme is called in all the world, such as a name of a domain, backwards; at most 32 characters. */
  readonly id: string;
  /** Values of the scheme, by two digits from 01. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Of a value, and so of an account with all its fields. */
export const QR_VALUE_MAX = 99;
/** Of a reference in the code. */
const REFERENCE_MAX = 25;
/** Currencies of rails, in the digits of ISO 4217. */
const NUMERIC: Readonly<Record<string, string>> = {
  ...{ USD: "840", EUR: "978", GBP: "826", CHF: "756", BRL: "986", MXN: "484", COP: "170", PEN: "604", ARS: "032" },
  ...{ INR: "356", IDR: "360", MYR: "458", PHP: "608", SGD: "702", THB: "764", VND: "704", HKD: "344", LKR: "144" },
  ...{ NPR: "524", BDT: "050", PKR: "586", KHR: "116", LAK: "418", MMK: "104", AED: "784", EGP: "818", MAD: "504" },
  ...{ KES: "404", TZS: "834", UGX: "800", RWF: "646", ETB: "230", ZMW: "967", MWK: "454", MZN: "943", ZAR: "710" },
  ...{ NGN: "566", GHS: "936", XOF: "952", XAF: "950", CDF: "976", BIF: "108", LSL: "426", SLE: "925" },
};

/** Whether a code can say an amount in it. */
export const isInQr = (currency: string): boolean => Object.hasOwn(NUMERIC, currency);

export type QrPayment = { readonly amount: Cents; readonly currency: string; readonly reference: string };

/**
 * The text of the code for one payment; it can be paid once.
 * @throws for a currency or reference that such a code can't say: rails are checked when the process starts.
 */
export function merchantQrText(
  { accounts, category, country, name, city }: MerchantQr,
  { amount, currency, reference }: QrPayment,
): string {
  const numeric = NUMERIC[currency];
  if (numeric === undefined || reference.length > REFERENCE_MAX)
    throw new Error(`a code of EMVCo can't say ${currency}, or ${reference}`);
  const text = [
    tlv("00", "01"),
    tlv("01", ONCE),
    ...accounts.toSorted((one, other) => one.tag - other.tag).map((one) => tlv(String(one.tag), qrAccountText(one))),
    tlv("52", category),
    tlv("53", numeric),
    tlv("54", formatAmount(amount, currency)),
    tlv("58", country),
    tlv("59", name),
    tlv("60", city),
    tlv("62", tlv(REFERENCE_LABEL, reference)),
    CHECKSUM,
  ].join("");
  return text + checksum(text);
}

/** The value of an account: at most {@link QR_VALUE_MAX} characters, or no code can hold it. */
export const qrAccountText = ({ id, fields }: Pick<QrAccount, "id" | "fields">): string =>
  [["00", id] as const, ...Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))]
    .map(([tag, value]) => tlv(tag, value))
    .join("");

/** A code with an amount of its own, which is not printed for all customers. */
const ONCE = "12";
const REFERENCE_LABEL = "05";
/** Id and length of the checksum, which it counts as well. */
const CHECKSUM = "6304";

const tlv = (tag: string, value: string): string => tag + String(value.length).padStart(2, "0") + value;

/** CRC-16 of ISO/IEC 13239 as EMVCo wants it: polynomial 0x1021, from 0xFFFF, in four capital digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
