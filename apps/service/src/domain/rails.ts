/**
 * Rails of the operator's own: an account at a bank, a till or a cash desk that money is paid to directly. No company reports about
 * it: operators, and the account's statements, do.
 */
import type { PaymentMethod } from "@holdfast/contract";
import type { DateForm, Encoding, StatementFormat } from "./bank-statements.js";
import type { EpcQr } from "./epc-qr.js";
import type { MerchantQr } from "./merchant-qr.js";
import type { Cents } from "./money.js";
import { IBAN, IBAN_AND_BIC, type PayeeDetail, type PayeeForm, US_ACCOUNT } from "./payees.js";

/** How money comes to a rail, as buyers choose it. A card has a provider. */
export const RAIL_METHODS = ["bank", "mobile_money"] as const satisfies readonly PaymentMethod[];
type RailMethod = (typeof RAIL_METHODS)[number];

export type Rail = {
  /** Small letters, digits and hyphens, 24 at most: part of {@link railProvider}, so it never changes. */
  readonly id: string;
  /** As buyers and operators read it: "KCB Bank". */
  readonly name: string;
  readonly method: RailMethod;
  /** ISO 4217. */
  readonly currency: string;
  /** Countries that it is offered in, by ISO 3166 (two letters); null for all. */
  readonly countries: readonly string[] | null;
  /** Of one payment, both included. */
  readonly least: Cents;
  readonly most: Cents;
  /** Whose account it is. */
  readonly holder: string;
  /** What the payer types, one to eight, in this order. */
  readonly account: readonly RailField[];
  /** What else the payer has to know; null for nothing. */
  readonly note: string | null;
  /** What a QR code of it says; null where it has none. */
  readonly qr: MerchantQr | EpcQr | null;
  /** For how many days after an order gave a payment up its money is still waited for. */
  readonly days: number;
  /** How its statements come; null where none are imported. */
  readonly statements: StatementFormat | null;
  /** How payouts leave by it, and refunds whose payer's account is known; null for no payouts, and refunds by hand alone. */
  readonly payouts?: RailPayouts | null;
};

export type RailField = { readonly label: string; readonly value: string };

/** What a rail's bank takes files of payments in. */
export type RailPayouts = {
  /** Of one payout, both included. */
  readonly least: Cents;
  readonly most: Cents;
  /** Countries that it is paid to, as far as accounts tell; null for all. */
  readonly countries: readonly string[] | null;
} & BatchFormat;

type BatchFormat = PainFormat | NachaFormat | CsvTemplate;

/** ISO 20022, "Customer Credit Transfer Initiation". */
export type PainFormat = {
  readonly format: "pain.001.001.09";
  /** How accounts of payees are named. */
  readonly payees: "iban" | "iban-bic" | "us";
  readonly debtor: {
    readonly name: string;
    readonly account: string;
    /** The rail's bank: a BIC, or a number of the United States. */
    readonly bank: { readonly bic: string } | { readonly routing: string };
  };
  readonly charges: "SHAR" | "SLEV" | "DEBT";
};

/** Nacha, "ACH File Structure". */
export type NachaFormat = {
  readonly format: "nacha";
  readonly entries: "CCD" | "PPD";
  /** Ten digits as the bank gives them, often a 1 and the tax number. */
  readonly companyId: string;
  readonly companyName: string;
  /** Nine digits: the bank that the file goes to, and where the account is. */
  readonly routing: string;
  readonly bankName: string;
  /** What payees read, ten signs at most. */
  readonly description: string;
};

/** The most that one entry of Nacha's can be: ten digits of cents. */
export const NACHA_MOST = 9_999_999_999n;

/** Columns of the bank's own choice. */
export type CsvTemplate = {
  readonly format: "csv";
  readonly number: "any" | "iban";
  readonly fields: readonly PayeeDetail[];
  readonly encoding: Extract<Encoding, "utf-8" | "windows-1252">;
  readonly separator: "," | ";" | "\t" | "|";
  readonly decimal: "." | ",";
  readonly date: DateForm;
  /** Whether the first line bears the names of the columns. */
  readonly header: boolean;
  /** `value`: a text with names in braces, as {@link CSV_NAMES} and ids of fields. */
  readonly columns: readonly { readonly name: string; readonly value: string }[];
};

export const CSV_NAMES = [
  "name",
  "number",
  "bank",
  "amount",
  "currency",
  "reference",
  "batch",
  "line",
  "date",
] as const;

/** What stands in braces in a column of a template. */
export const namesIn = (value: string): readonly string[] =>
  [...value.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/** How sellers name an account that the rail can pay to. */
export function payeeForm(rail: Rail): PayeeForm | null {
  const { payouts } = rail;
  if (payouts == null) return null;
  switch (payouts.format) {
    case "pain.001.001.09":
      return { iban: IBAN, "iban-bic": IBAN_AND_BIC, us: US_ACCOUNT }[payouts.payees];
    case "nacha":
      return US_ACCOUNT;
    case "csv":
      return payouts.fields.length === 0 && payouts.number === "iban"
        ? IBAN
        : { id: railProvider(rail), label: rail.name, number: payouts.number, details: payouts.fields };
    default:
      return payouts satisfies never;
  }
}

const PREFIX = "manual-";

/** What a rail is called among providers. */
export const railProvider = ({ id }: Pick<Rail, "id">): string => PREFIX + id;

/** Whether a provider is a rail; also one that is configured no more. */
export const isRail = (provider: string): boolean => provider.startsWith(PREFIX);

/** The id of the rail that a provider is. */
export const railIdOf = (provider: string): string => provider.slice(PREFIX.length);

/** Which money under an order's reference a payment's own reference names, from 1. */
export const receiptOf = (reference: string): number => Number(/\.(\d+)$/.exec(reference)?.[1] ?? 1);

/** How the dispute is called by which a receipt that was booked by mistake is taken back. */
export const reversalId = (reference: string, receipt: number): string => `${reference}#${receipt}`;

/** Reads what {@link reversalId} wrote; null for any other text. */
export function receiptOfReversal(theirId: string): { readonly reference: string; readonly receipt: number } | null {
  const [, reference, receipt] = /^([0-9A-Z]{1,80})#([1-9]\d{0,4})$/.exec(theirId) ?? [];
  return reference === undefined ? null : { reference, receipt: Number(receipt) };
}

/** Why money was taken back that never came: the code beside those that banks have. */
export const MISTAKEN = "mistaken_booking";
