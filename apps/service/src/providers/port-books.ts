/** What a provider's own books tell of our money there, and what every call to one may end in; part of the port (port.ts). */
import type { Cents } from "../domain/money.js";
import type { Rate } from "../domain/rates.js";
import type { MovementType } from "../domain/reconciliation.js";
import type { Currency } from "./capabilities.js";

/** The provider knows nothing of it: it was never asked for, or the question never arrived. */
export type Unknown = { readonly kind: "unknown" };

/** It is unknown whether it was done. */
export type Unreachable = {
  readonly kind: "unreachable";
  /** One line, without secrets, numbers of phones or accounts, or addresses. */
  readonly reason: string;
  /** It is sure that nothing was done: the connection was refused, or the provider said so. Then nothing is looked up. */
  readonly isUndone?: boolean;
  /**
   * `key`: the provider does not take our key, or does not let it do this (401, 403). It is asked nothing more until a
   * probe gets through, and an alarm is raised. `busy`: we ask too much (429). `unreadable`: it answered, and what it said
   * can't be made out.
   */
  readonly cause?: "key" | "busy" | "unreadable";
  /** How long the provider asked to be left alone. */
  readonly retryAfterSeconds?: number;
};

export type Money = {
  /** Hundredths of `currency`, or thousandths of one with three decimals. */
  readonly amount: Cents;
  readonly currency: Currency;
};

/** What lies at the provider: `available` can be paid out, `pending` can't yet. */
export type BalanceOf = {
  readonly kind: "balance";
  readonly available: readonly Money[];
  readonly pending: readonly Money[];
};

/** What a provider's statement tells. */
export type BooksOf = {
  /** How far back it begins; null for from the first movement on. What lay there before is taken from the balance. */
  readonly backDays: number | null;
  /** How late a line may come. */
  readonly lagSeconds: number;
};

/** One movement of the balance at the provider. */
export type StatementLine = {
  /** The provider's; a line that is told twice is one. */
  readonly id: string;
  readonly type: MovementType | "fee" | "settlement" | "other";
  /** The provider's object that it is about, and our reference; null where it names none. */
  readonly object: string | null;
  readonly reference: string | null;
  /** Signed: what came in is positive. `net` is `amount` less `fee`. */
  readonly amount: Cents;
  readonly fee: Cents;
  readonly net: Cents;
  readonly currency: Currency;
  /** Where the provider exchanged it: what moved, in the payer's or the payee's currency, signed as `amount`. */
  readonly of?: Money;
  /** Unix seconds: when it happened, and from when on it can be paid out. */
  readonly at: number;
  readonly availableAt: number;
};

/** A page of the statement, in the order of time. `cursor`: where the next begins; the same as given when there is nothing new. */
export type StatementPage = {
  readonly kind: "page";
  readonly lines: readonly StatementLine[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  /** It is being written: what there is more of can be read in a minute. */
  readonly isWaiting?: boolean;
};

/** What currencies cost by the provider: each of another currency, never none. */
export type RatesOf = { readonly kind: "rates"; readonly rates: readonly Rate[] };

export type KnowsRates = {
  /** Left out, or null, where the provider gives no rates. */
  readonly rates?: (() => Promise<RatesOf | Unreachable>) | null;
};
