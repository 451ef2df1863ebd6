/** What the house's books go by: when days are closed, what each provider may keep, and below which balance somebody is told. */
import { PAYMENT_METHODS, type PaymentMethod } from "@holdfast/contract";
import { type Currency, parseAmount } from "../domain/currencies.js";
import type { FeeSchedule } from "../domain/fees.js";
import { type Cents, CURRENCY, parseMoney, ZERO } from "../domain/money.js";
import type { Settings } from "./settings.js";

export type BooksConfig = {
  /** When days are closed: seconds after midnight in UTC. */
  readonly reconcileAt: number;
  /** What each provider may keep of a payment, as was agreed on with it. */
  readonly providerFees: readonly ProviderFee[];
  /** Below what is available at a provider there is an alarm. */
  readonly floatAlarms: readonly FloatAlarm[];
};

type ProviderFee = {
  readonly provider: string;
  readonly method: PaymentMethod;
  /** Of the lines that it holds for, and of its amounts. */
  readonly currency: Currency;
  readonly share: FeeSchedule;
};

type FloatAlarm = {
  readonly provider: string;
  readonly currency: Currency;
  readonly least: Cents;
};

export function readBooks({ optional }: Settings): BooksConfig {
  return {
    reconcileAt: optional("RECONCILE_AT", "a time of day in UTC, such as 02:00", timeIn) ?? 7_200,
    providerFees:
      optional(
        "PROVIDER_FEES",
        "provider:method:basis points:fixed, with a most if there is one, and the currency behind the method where it isn't USD, separated by commas, such as stripe:card:290:0.30,pawapay:mobile_money/KES:150:0.00",
        (text) => eachIn(text, feeIn),
      ) ?? [],
    floatAlarms:
      optional("FLOAT_ALARM", "provider:currency:amount, separated by commas, such as pawapay:USD:500.00", (text) =>
        eachIn(text, alarmIn),
      ) ?? [],
  };
}

function timeIn(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60;
}

function eachIn<Value>(text: string, read: (part: string) => Value | null): readonly Value[] | null {
  const values = text.split(",").map((part) => read(part.trim()));
  const usable = values.filter((value) => value !== null);
  return usable.length === values.length ? usable : null;
}

function feeIn(text: string): ProviderFee | null {
  const [provider = "", named = "", points = "", fixed = "", most, ...rest] = partsOf(text);
  const [method, currency = CURRENCY, ...more] = named.split("/");
  const known = PAYMENT_METHODS.find((one) => one === method);
  const basisPoints = /^\d{1,5}$/.test(points) ? Number(points) : Number.NaN;
  const [added, max] = [amountIn(fixed, currency), most === undefined ? null : amountIn(most, currency)];
  if (!isName(provider) || known === undefined || !(basisPoints <= 10_000) || added === null || rest.length > 0)
    return null;
  if ((most !== undefined && max === null) || !isCurrency(currency) || more.length > 0) return null;
  return { provider, method: known, currency, share: { basisPoints, fixed: added, min: ZERO, max } };
}

function alarmIn(text: string): FloatAlarm | null {
  const [provider = "", currency = "", amount = "", ...rest] = partsOf(text);
  const least = amountIn(amount, currency);
  const isRead = isName(provider) && isCurrency(currency) && rest.length === 0;
  return isRead && least !== null ? { provider, currency, least } : null;
}

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** Of US dollars with both decimals, as they are written everywhere. */
const amountIn = (text: string, currency: Currency): Cents | null =>
  currency === CURRENCY ? parseMoney(text) : parseAmount(text, currency);

/** The name of an adapter over HTTP has a colon of its own: `http:mybank`. */
const partsOf = (text: string): readonly string[] => text.split(/(?<!^http):/);

const isName = (text: string): boolean => /^(?:http:)?[a-z][a-z0-9_-]{1,39}$/.test(text);
