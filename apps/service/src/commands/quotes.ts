/**
 * What an order costs in the payer's own money, what a payout comes to in the seller's, and the promise of it: the amount that a page
 * shows is signed, so that it is the amount that moves, whatever the rate has become by then. Asks memory alone.
 */
import type { Quote } from "../domain/decisions/request-payment.js";
import { type Cents, CURRENCY, parseCents, ZERO } from "../domain/money.js";
import { termsOf } from "../domain/presented.js";
import { isRate, paidOutFor, presentedFor, type Rates } from "../domain/rates.js";
import { isMac, type Keys, mac } from "../platform/keys.js";
import type { Providers } from "../providers/port.js";

/** For how long an amount that a page shows can be paid. */
const QUOTE_SECONDS = 900;

/** What a page promises. Times are Unix seconds of the service's clock. */
export type Offer = Quote & {
  /** What is due, or is paid out, in USD. */
  readonly due: Cents;
  readonly until: number;
};

export type Quotes = {
  /** Currencies other than USD that somebody takes payments in and that have a rate now. */
  currencies(now: number): readonly string[];
  /** Null where the currency has no rate that may be used, or nobody takes payments in it. */
  offer(due: Cents, currency: string, now: number): Offer | null;
  /** What is paid out for an amount; null where the currency has no rate, nobody pays out in it, or it is less than its smallest coin. */
  offerOut(usd: Cents, currency: string, now: number): Offer | null;
  /** As a form carries it. @param about what it is promised for, such as the session's id. */
  sign(about: string, offer: Offer): string;
  /** What was promised for `about`, while it holds; null for anything else. */
  read(about: string, text: string, now: number): Offer | null;
};

export function openQuotes({
  rates,
  providers,
  keys,
}: {
  readonly rates: Rates;
  readonly providers: Pick<Providers, "step">;
  readonly keys: Keys;
}): Quotes {
  const offered =
    (direction: "in" | "out", reckon: typeof presentedFor): Quotes["offer"] =>
    (due, currency, now) => {
      const terms = termsOf(rates, currency, now);
      const step = providers.step(currency, direction);
      const source = rates.find(currency, now)?.source;
      if (terms === null || step === null || source === undefined || currency === CURRENCY) return null;
      const asked = reckon(due, terms, step);
      return asked === ZERO ? null : { ...terms, source, step, asked, due, until: now + QUOTE_SECONDS };
    };
  return {
    currencies: (now) =>
      rates
        .list(now)
        .map(({ currency }) => currency)
        .filter((currency) => currency !== CURRENCY && providers.step(currency, "in") !== null),
    offer: offered("in", presentedFor),
    offerOut: offered("out", paidOutFor),
    sign: (about, given) => {
      const text = textOf(given);
      return `${text}.${mac(keys, about, "\n", text).toString("base64url")}`;
    },
    read: (about, text, now) => {
      const end = text.lastIndexOf(".");
      const signed = text.slice(0, Math.max(0, end));
      if (text.length > TEXT_MAX || !isMac(keys, Buffer.from(text.slice(end + 1), "base64url"), about, "\n", signed))
        return null;
      const read = offerFrom(signed);
      return read === null || read.until < now ? null : read;
    },
  };
}

const TEXT_MAX = 400;

const textOf = ({ currency, rate, marginBps, source, step, asked, due, until }: Offer): string =>
  [
    currency,
    rate.replace(".", "_"),
    marginBps,
    Buffer.from(source).toString("base64url"),
    step,
    asked,
    due,
    until,
  ].join(".");

/** Of a text that we signed. */
function offerFrom(text: string): Offer | null {
  const [currency = "", rateText = "", margin = "", source = "", ...numbers] = text.split(".");
  const rate = rateText.replace("_", ".");
  const [step, asked, due, until] = numbers.map((one) => parseCents(one));
  if (!isRate(rate) || step == null || asked == null || due == null || until == null) return null;
  return {
    ...{ currency, rate, step, asked, due },
    marginBps: Number(margin),
    source: Buffer.from(source, "base64url").toString(),
    until: Number(until),
  };
}
