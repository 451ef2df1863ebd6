/** What an account at Flutterwave takes, and whom it pays: by currency, since each belongs to the countries that use it. */
import type { PaymentMethod } from "@holdfast/contract";
import { decimalsOf } from "../../domain/currencies.js";
import { type Cents, cents } from "../../domain/money.js";
import type { DestinationKind } from "../../domain/payouts.js";
import type { Capability, Currency } from "../port.js";
import type { FlutterwaveSettings } from "./settings.js";

type Offer = {
  /** Of an account, in two letters; none for cards of the whole world alone. */
  readonly countries: readonly string[];
  readonly least: Cents;
  /** What Flutterwave's page shows the payer, by our methods. */
  readonly options: Readonly<Partial<Record<PaymentMethod, string>>>;
  /** Where the money of sellers may go. */
  readonly destinations: readonly DestinationKind[];
};

const ONE = cents(100n);

/**
 * Payouts are there where an account's bank code and number say all that Flutterwave wants: elsewhere it asks for branches,
 * networks or the papers of the sender. In dollars it takes cards, and pays nobody.
 */
export const OFFERS: Readonly<Partial<Record<Currency, Offer>>> = {
  USD: { countries: [], least: ONE, options: { card: "card" }, destinations: [] },
  NGN: {
    countries: ["NG"],
    least: cents(10_000n),
    options: { card: "card", bank: "banktransfer, account, ussd" },
    destinations: ["bank"],
  },
  KES: {
    countries: ["KE"],
    least: cents(1_000n),
    options: { card: "card", mobile_money: "mpesa" },
    destinations: ["mobile_money"],
  },
  GHS: {
    countries: ["GH"],
    least: ONE,
    options: { card: "card", mobile_money: "mobilemoneyghana" },
    destinations: [],
  },
  UGX: {
    countries: ["UG"],
    least: cents(50_000n),
    options: { card: "card", mobile_money: "mobilemoneyuganda" },
    destinations: [],
  },
  TZS: {
    countries: ["TZ"],
    least: cents(50_000n),
    options: { card: "card", mobile_money: "mobilemoneytanzania" },
    destinations: [],
  },
  RWF: {
    countries: ["RW"],
    least: cents(10_000n),
    options: { card: "card", mobile_money: "mobilemoneyrwanda" },
    destinations: [],
  },
  ZMW: {
    countries: ["ZM"],
    least: ONE,
    options: { card: "card", mobile_money: "mobilemoneyzambia" },
    destinations: [],
  },
  XAF: {
    countries: ["CM"],
    least: cents(10_000n),
    options: { card: "card", mobile_money: "mobilemoneyfranco" },
    destinations: [],
  },
  XOF: {
    countries: ["BF", "CI", "SN"],
    least: cents(10_000n),
    options: { card: "card", mobile_money: "mobilemoneyfranco" },
    destinations: [],
  },
};

/** Of one payment or payout; a bank, an operator or a card may bound it further. */
const MOST = cents(99_999_999n);

/** What a payer began in time may end late: it is looked at for so long after we gave it up. */
export const LATE_DAYS = 3;

export const capabilitiesOf = ({
  currencies,
  methods,
}: Pick<FlutterwaveSettings, "currencies" | "methods">): readonly Capability[] =>
  currencies.flatMap((currency) => {
    const offer = OFFERS[currency];
    if (offer === undefined) return [];
    const range = { currency, least: offer.least, most: MOST, decimals: decimalsOf(currency) };
    const takes = methods
      .filter((method) => offer.options[method] !== undefined)
      .map(
        (method): Capability => ({
          ...range,
          direction: "in",
          method,
          countries: method === "card" ? null : offer.countries,
          // Refunds take up to fifteen working days.
          pendingDays: 23,
          returnDays: 14,
          refundDays: null,
          holdDays: null,
          isPartial: true,
          // Nothing at Flutterwave protects a refund from being made twice: one is asked for at a time, and looked for before the next.
          refundsInTurn: true,
          isCancellable: false,
          lateDays: LATE_DAYS,
        }),
      );
    const pays = offer.destinations.map(
      (method): Capability => ({
        ...range,
        direction: "out",
        method,
        countries: offer.countries,
        pendingDays: 5,
        returnDays: 30,
      }),
    );
    return [...takes, ...pays];
  });
