/** What an operator watches of the house's books and of rates, as gauges that are read when somebody asks. */
import type { Registry } from "prom-client";
import { openShown } from "./metrics-shown.js";

export type BooksFigures = {
  readonly open: readonly {
    readonly provider: string;
    readonly class: string;
    readonly count: number;
    readonly ageSeconds: number;
  }[];
  /** In units of the currency. */
  readonly balances: readonly { readonly provider: string; readonly currency: string; readonly amount: number }[];
  readonly isCovered: boolean | null;
};

export type RateFigures = {
  readonly current: readonly { readonly currency: string; readonly leftSeconds: number }[];
  readonly waiting: readonly { readonly currency: string; readonly seconds: number }[];
  readonly source: { readonly name: string; readonly seconds: number } | null;
};

/** Not a number before it was looked at. */
export function watchBooks(registers: Registry[], figures: () => Promise<BooksFigures>): void {
  const show = openShown(registers, figures);
  const labelNames = ["provider", "class"];
  show(
    {
      name: "holdfast_reconciliation_open",
      help: "Differences between a provider's statement and our books that nobody has closed.",
      labelNames,
    },
    (gauge, { open }) => {
      for (const one of open) gauge.labels(one.provider, one.class).set(one.count);
    },
  );
  show(
    {
      name: "holdfast_reconciliation_age_seconds",
      help: "For how long the oldest of the differences that nobody has closed has been there.",
      labelNames,
    },
    (gauge, { open }) => {
      for (const one of open) gauge.labels(one.provider, one.class).set(one.ageSeconds);
    },
  );
  show(
    {
      name: "holdfast_provider_balance",
      help: "What lies at a provider, as it said last: available and pending, in units of the currency.",
      labelNames: ["provider", "currency"],
    },
    (gauge, { balances }) => {
      for (const one of balances) gauge.labels(one.provider, one.currency).set(one.amount);
    },
  );
  show(
    {
      name: "holdfast_client_money_covered",
      help: "Whether all that is owed to buyers and sellers is there; 1 is what it has to be.",
    },
    (gauge, { isCovered }) => gauge.set(isCovered === null ? Number.NaN : Number(isCovered)),
  );
}

export function watchRates(registers: Registry[], figures: () => Promise<RateFigures>): void {
  const show = openShown(registers, figures);
  show(
    {
      name: "holdfast_rate_left_seconds",
      help: "Until the rate of a currency is too old; below 0 it is, and the currency is not offered.",
      labelNames: ["currency"],
    },
    (gauge, { current }) => {
      for (const { currency, leftSeconds } of current) gauge.labels(currency).set(leftSeconds);
    },
  );
  show(
    {
      name: "holdfast_rate_waiting_seconds",
      help: "For how long a rate has waited for an operator.",
      labelNames: ["currency"],
    },
    (gauge, { waiting }) => {
      for (const { currency, seconds } of waiting) gauge.labels(currency).set(seconds);
    },
  );
  show(
    {
      name: "holdfast_rate_source_failing_seconds",
      help: "For how long rates could not be read, or some of them could not be used; 0 while all is well.",
      labelNames: ["source"],
    },
    (gauge, { source }) => {
      if (source !== null) gauge.labels(source.name).set(source.seconds);
    },
  );
}
