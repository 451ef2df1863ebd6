/**
 * Rails of the operator's own: an account at a bank, a till or a cash desk that money is paid to directly. No company reports about
 * it: operators, and the account's statements, do.
 */
import type { PaymentMethod } from "@holdfast/contract";
import type { StatementFormat } from "./bank-statements.js";
import type { MerchantQr } from "./merchant-qr.js";
import type { Cents } from "./money.js";

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
  readonly qr: MerchantQr | null;
  /** For how many days after an order gave a payment up its money is still waited for. */
  readonly days: number;
  /** How its statements come; null where none are imported. */
  readonly statements: StatementFormat | null;
};

export type RailField = { readonly label: string; readonly value: string };

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
