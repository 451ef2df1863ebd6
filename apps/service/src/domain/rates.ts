/**
 * Rates between US dollars and other currencies, and amounts by them. A rate is a decimal text, and arithmetic is exact: what is
 * rounded, is rounded once, to the smallest step that is taken.
 */
import { type Currency, placesOf } from "./currencies.js";
import { type Cents, cents } from "./money.js";

/** @see parseRate for `rate`. */
export type Rate = {
  readonly currency: Currency;
  /** Units of the currency for one US dollar: "129.35". */
  readonly rate: string;
  /** Who sets it, at most {@link SOURCE_MAX} characters. */
  readonly source: string;
  /** Unix seconds as of which it holds. */
  readonly at: number;
};

/** What a process knows of rates, from memory. */
export type Rates = {
  /** Null where there is none that is fresh: then the currency is not offered. @param now by the service's clock */
  find(currency: Currency, now: number): Rate | null;
  /** All that are fresh, by currency. */
  list(now: number): readonly Rate[];
  /** What is added to a payment's amount and taken off a payout's, in basis points. */
  marginOf(currency: Currency): number;
  /** For how many seconds after its quote has ended money still counts at the quoted rate. */
  readonly quoteGraceSeconds: number;
};

const DIGITS_MAX = 12;
export const SOURCE_MAX = 80;

/** Of a rate, as a schema and the database have it too. Digits are bounded besides. */
export const RATE_PATTERN = "^(?:0|[1-9]\\d*)(?:\\.\\d+)?$";
const FORM = new RegExp(RATE_PATTERN);

/** As a fraction; null for what is no rate: nothing or less, another form, more than twelve digits. */
function fractionOf(rate: string): { readonly over: bigint; readonly under: bigint } | null {
  const [whole = "", part = ""] = rate.split(".");
  if (rate.length > DIGITS_MAX + 1 || whole.length + part.length > DIGITS_MAX || !FORM.test(rate)) return null;
  const over = BigInt(`${whole}${part}`);
  return over === 0n ? null : { over, under: 10n ** BigInt(part.length) };
}

/** Whether a text is a rate: a plain decimal greater than nothing, of at most twelve digits, without sign and exponent. */
export const isRate = (text: string): boolean => fractionOf(text) !== null;

/** How far a source's clock may be ahead of ours. */
const AHEAD_SECONDS = 300;

/** Neither too old nor of a time to come. */
export const isFresh = ({ at }: Pick<Rate, "at">, now: number, ageMaxSeconds: number): boolean =>
  now - at <= ageMaxSeconds && at - now <= AHEAD_SECONDS;

/**
 * What becomes of a rate that a source gives. `CURRENT`: it takes the place of the one before. `WAITING`: it jumps, as one that is
 * upside down would, or it is the first and real money hangs on it: an operator decides. `STALE` and `EARLY`: it is too old, or of a
 * time to come. `PASSED`: there is one of the same time or later.
 */
export type Verdict = "CURRENT" | "WAITING" | "STALE" | "EARLY" | "PASSED";

/** By what rates are judged. */
export type RateRules = {
  /** Older than this a rate is none. */
  readonly ageMaxSeconds: number;
  /** Whether the first of a currency waits for an operator too: with nothing to compare it with, it may be upside down. */
  readonly firstWaits: boolean;
};

/** @param known.current what was accepted last, however old. */
export function judgeRate(
  given: Rate,
  { current, now, ageMaxSeconds, firstWaits }: RateRules & { readonly current: Rate | null; readonly now: number },
): Verdict {
  if (!isFresh(given, now, ageMaxSeconds)) return given.at > now ? "EARLY" : "STALE";
  if (current === null) return firstWaits ? "WAITING" : "CURRENT";
  if (given.at < current.at || (given.at === current.at && given.rate === current.rate)) return "PASSED";
  return isJump(current.rate, given.rate) ? "WAITING" : "CURRENT";
}

/**
 * More than a fifth of `from`; or more than a fiftieth, to the other side of one dollar: upside down, a currency that is worth about
 * a dollar goes no further.
 */
function isJump(from: string, to: string): boolean {
  const [before, after] = [known(from), known(to)];
  const [a, b] = [before.over * after.under, after.over * before.under];
  const isAcross = (before.over - before.under) * (after.over - after.under) < 0n;
  return (a > b ? a - b : b - a) * (isAcross ? 50n : 5n) > a;
}

/**
 * By how much a rate is away from the one before, in percent: "+25.3", "-99.9". One decimal, and what is behind it is left out, so
 * that no fall looks like a whole one.
 */
export function changeOf(from: string, to: string): string {
  const [before, after] = [known(from), known(to)];
  const [a, b] = [before.over * after.under, after.over * before.under];
  const tenths = ((b > a ? b - a : a - b) * 1_000n) / a;
  return `${b < a ? "-" : "+"}${tenths / 10n}.${tenths % 10n}`;
}

const INVERSE_DIGITS = 6;

/** What one unit of the currency is in US dollars, to six digits that count, and without those that don't: "0.00773096". */
export function inverseOf(rate: string): string {
  const { over, under } = known(rate);
  // Far more decimals than any rate of twelve digits takes.
  const scaled = String((under * 10n ** 20n) / over).padStart(21, "0");
  const [whole, part] = [scaled.slice(0, -20), scaled.slice(-20)] as const;
  const places = whole === "0" ? part.search(/[1-9]/) + INVERSE_DIGITS : Math.max(0, INVERSE_DIGITS - whole.length);
  let end = places;
  while (end > 0 && part[end - 1] === "0") end -= 1;
  return end === 0 ? whole : `${whole}.${part.slice(0, end)}`;
}

/** At what a payment or payout is reckoned. */
export type Terms = Pick<Rate, "currency" | "rate"> & {
  /** Basis points, from 0 to 5000. */
  readonly marginBps: number;
};

const WHOLE_BPS = 10_000n;

/**
 * What a payer pays for an amount in US dollars: the smallest multiple of `step` that covers it, with the margin on top. In the
 * unit of the currency ({@link placesOf}). It has no upper bound: callers check it against the largest amount that is taken.
 * @param step in that unit: 100n where whole units are taken, 500n for steps of five
 */
export function presentedFor(usd: Cents, terms: Terms, step: bigint): Cents {
  const { over, under } = shareOf(terms, BigInt(terms.marginBps));
  return cents(upTo(usd * over, under * step) * step);
}

/** What an amount in the payer's currency is worth in US cents, the margin taken off; a part of a cent is not counted. */
export function worthOf(presented: Cents, terms: Terms): Cents {
  const { over, under } = shareOf(terms, BigInt(terms.marginBps));
  return cents((presented * under) / over);
}

/** What a balance, which may be less than nothing, is worth in US cents at a rate without a margin; rounded down. */
export function valueAt(amount: bigint, { currency, rate }: Pick<Rate, "currency" | "rate">): Cents {
  const { over, under } = shareOf({ currency, rate, marginBps: 0 }, 0n);
  const worth = (amount * under) / over;
  return cents(worth * over > amount * under ? worth - 1n : worth);
}

/** What is paid out for an amount in US dollars: the largest multiple of `step` that it covers once the margin is taken off. */
export function paidOutFor(usd: Cents, terms: Terms, step: bigint): Cents {
  const { over, under } = shareOf(terms, -BigInt(terms.marginBps));
  return cents(((usd * over) / (under * step)) * step);
}

/** Units of the currency that a payer pays for one US dollar, the margin in them: "131.937" for 129.35 and two percent. Exact. */
export function chargedRate({ rate, marginBps }: Pick<Terms, "rate" | "marginBps">): string {
  const { over, under } = known(rate);
  const places = String(under * WHOLE_BPS).length - 1;
  const digits = String(over * (WHOLE_BPS + BigInt(marginBps))).padStart(places + 1, "0");
  let end = digits.length;
  while (end > digits.length - places && digits[end - 1] === "0") end -= 1;
  const whole = digits.slice(0, -places);
  return end === whole.length ? whole : `${whole}.${digits.slice(whole.length, end)}`;
}

/** Units of the currency for one US cent, with the margin. */
function shareOf({ currency, rate }: Terms, marginBps: bigint): { readonly over: bigint; readonly under: bigint } {
  const { over, under } = known(rate);
  const units = placesOf(currency) === 3 ? 10n : 1n;
  return { over: over * units * (WHOLE_BPS + marginBps), under: under * WHOLE_BPS };
}

const upTo = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;

/** @throws Error for what is no rate, which nothing lets in. */
function known(rate: string): { readonly over: bigint; readonly under: bigint } {
  const fraction = fractionOf(rate);
  if (fraction === null) throw new Error(`${rate} is no rate`);
  return fraction;
}
