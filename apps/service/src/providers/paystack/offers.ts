/** What an account at Paystack takes, and whom it pays: by currency, since each belongs to the countries that use it. */
import type { PaymentMethod } from "@holdfast/contract";
import { decimalsOf } from "../../domain/currencies.js";
import { type Cents, cents } from "../../domain/money.js";
import type { DestinationKind } from "../../domain/payouts.js";
import type { Capability, Currency } from "../port.js";

type Offer = {
  /** Of an account; null for cards of the whole world. */
  readonly country: string | null;
  readonly least: Cents;
  /** What Paystack's page shows the payer, by our methods. */
  readonly channels: Readonly<Partial<Record<PaymentMethod, readonly string[]>>>;
  /** The type of a recipient, by where the money goes. */
  readonly recipients: Readonly<Partial<Record<DestinationKind, string>>>;
};

/**
 * Payouts to mobile money are there where one operator alone is: a number does not tell which network it is on. In dollars
 * Paystack takes cards, and pays nobody.
 */
export const OFFERS: Readonly<Partial<Record<Currency, Offer>>> = {
  USD: { country: null, least: cents(200n), channels: { card: ["card"] }, recipients: {} },
  NGN: {
    country: "NG",
    least: cents(5_000n),
    channels: { card: ["card"], bank: ["bank_transfer", "bank", "ussd"] },
    recipients: { bank: "nuban" },
  },
  GHS: {
    country: "GH",
    least: cents(10n),
    channels: { card: ["card"], mobile_money: ["mobile_money"] },
    recipients: { bank: "ghipss" },
  },
  KES: {
    country: "KE",
    least: cents(300n),
    channels: { card: ["card"], mobile_money: ["mobile_money"], bank: ["bank_transfer"] },
    recipients: { bank: "kepss", mobile_money: "mobile_money" },
  },
  ZAR: {
    country: "ZA",
    least: cents(100n),
    channels: { card: ["card"], bank: ["eft"] },
    recipients: { bank: "basa" },
  },
  XOF: {
    country: "CI",
    least: cents(100n),
    channels: { card: ["card"], mobile_money: ["mobile_money"] },
    recipients: {},
  },
};

/** Of one payment or payout: what every way of Paystack's bears; a bank, an operator or a card may bound it further. */
const MOST = cents(99_999_999n);

/** A page at Paystack can't be called off: it is looked at for so long after we gave it up. */
export const LATE_DAYS = 3;

export function capabilitiesOf({
  currencies,
  methods,
}: {
  readonly currencies: readonly Currency[];
  readonly methods: readonly PaymentMethod[];
}): readonly Capability[] {
  return currencies.flatMap((currency) => {
    const offer = OFFERS[currency];
    if (offer === undefined) return [];
    const range = { currency, least: offer.least, most: MOST, decimals: decimalsOf(currency) };
    const home = offer.country === null ? null : [offer.country];
    const takes = methods
      .filter((method) => offer.channels[method] !== undefined)
      .map(
        (method): Capability => ({
          ...range,
          direction: "in",
          method,
          countries: method === "card" ? null : home,
          // Refunds take up to ten working days.
          pendingDays: 16,
          returnDays: 14,
          refundDays: null,
          holdDays: null,
          isPartial: true,
          // Nothing at Paystack protects a refund from being made twice: one is asked for at a time, and looked for before the next.
          refundsInTurn: true,
          isCancellable: false,
          lateDays: LATE_DAYS,
        }),
      );
    const pays = Object.keys(offer.recipients).map(
      (method): Capability => ({
        ...range,
        direction: "out",
        method: method as DestinationKind,
        countries: home,
        pendingDays: 5,
        returnDays: 30,
      }),
    );
    return [...takes, ...pays];
  });
}
