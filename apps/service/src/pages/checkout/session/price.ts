/** In which money an order can be paid, what it costs in that, and by which methods. Asks memory alone. */
import type { Offer, Quotes } from "../../../commands/quotes.js";
import type { PaymentServices } from "../../../commands/start-payment.js";
import { totalOf } from "../../../domain/escrow.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import { currencyOf } from "../../../domain/regions.js";
import { heldSecondsOf, mayPass } from "../../../domain/staying.js";
import { phoneCountries } from "../../../phones/countries.js";
import { askedOf } from "../../../store/read/money/payments.js";
import { tooLongHere } from "../../kit/too-long.js";
import { isUnfunded, lastFailure, missingOf, type Price, type Standing, type View } from "./state.js";

type Means = { readonly providers: PaymentServices["providers"]; readonly quotes: Quotes };
type Asked = Pick<View, "session" | "standing">;

/** What is to be paid; all of it as long as nobody has begun. */
const dueOf = ({ session, standing }: Asked): Cents =>
  standing.kind === "mine" && isUnfunded(standing.escrow)
    ? missingOf({ session, escrow: standing.escrow })
    : totalOf(session);

/** @param countries that tell where the payer is: two letters each, the surest first. */
export function priceOf(
  asked: Asked,
  { wanted, countries, ...means }: Means & { readonly wanted: string | null; readonly countries: readonly string[] },
): Price & Pick<View, "methods" | "shown" | "tooLong" | "refundDays" | "phones" | "networks"> {
  const { session } = asked;
  const due = dueOf(asked);
  const offers = session.merchant.takesPayments ? offersOf(asked, due, means) : [];
  const choices = offers.map(({ currency }) => currency);
  const likely = [wanted ?? "", lastCurrency(asked.standing), ...countries.map(currencyOf), CURRENCY].find((one) =>
    choices.includes(one),
  );
  const chosen = offers.find(({ currency }) => currency === likely) ?? offers[0];
  const currency = chosen?.currency ?? CURRENCY;
  const phones = phoneCountries(means.providers.countries("in", "mobile_money", currency), countries);
  return {
    choices,
    currency,
    offer: chosen?.offer ?? null,
    signed: chosen?.offer == null ? "" : means.quotes.sign(session.id, chosen.offer),
    methods: chosen?.methods ?? [],
    tooLong: session.merchant.takesPayments ? tooLongHere(session, due, means.providers) : null,
    shown: chosen === undefined ? {} : shownOf(asked, chosen, means),
    refundDays: chosen === undefined ? {} : refundDaysOf(asked, chosen, means),
    phones,
    networks: wasRefusedByPhone(asked.standing) ? means.providers.networks(currency) : [],
  };
}

type Payable = {
  readonly currency: string;
  readonly amount: Cents;
  readonly offer: Offer | null;
  readonly methods: View["methods"];
};

/** Each currency with what is due in it, where somebody takes that. */
function offersOf({ session }: Asked, due: Cents, { providers, quotes }: Means): readonly Payable[] {
  const { now } = session;
  const heldSeconds = heldSecondsOf(session);
  const inUsd = { currency: CURRENCY, amount: due, offer: null };
  const abroad = quotes.currencies(now).flatMap((currency) => {
    const offer = quotes.offer(due, currency, now);
    return offer === null ? [] : [{ currency, amount: offer.asked, offer }];
  });
  return [inUsd, ...abroad].flatMap((one) => {
    const methods = providers.methods({ amount: one.amount, currency: one.currency, heldSeconds });
    return methods.length === 0 ? [] : [{ ...one, methods }];
  });
}

/** For how many days each method can be paid back or held, where the order may take longer. */
function refundDaysOf(
  { session }: Asked,
  { currency, amount, methods }: Payable,
  { providers }: Means,
): View["refundDays"] {
  const heldSeconds = heldSecondsOf(session);
  const bounds = providers.stays();
  const short = methods.flatMap((method) => {
    const name = providers.forPayment(method, { amount, currency, heldSeconds, country: null })?.name;
    const bound = bounds.find((one) => one.provider === name && one.method === method);
    const passed = [bound?.refundDays, bound?.holdDays].flatMap((days) =>
      days !== undefined && days !== null && mayPass(heldSeconds, days) ? [days] : [],
    );
    return passed.length === 0 ? [] : [[method, Math.min(...passed)] as const];
  });
  return Object.fromEntries(short);
}

/** Those methods that their provider has words or an icon for. */
function shownOf({ session }: Asked, { currency, amount, methods }: Payable, { providers }: Means): View["shown"] {
  const wanted = { amount, currency, heldSeconds: heldSecondsOf(session), country: null };
  const shown = methods.flatMap((method) => {
    const one = providers.shownIn(method, wanted);
    return one === null ? [] : [[method, one] as const];
  });
  return Object.fromEntries(shown);
}

/** In which the order's last payment was asked for; "" while there is none. */
function lastCurrency(standing: Standing): string {
  const last = standing.kind === "mine" ? standing.payments.at(-1) : undefined;
  return last === undefined ? "" : askedOf(last).currency;
}

/** A number may have moved to another network, or be of a range that its provider does not know. */
function wasRefusedByPhone(standing: Standing): boolean {
  const last = standing.kind === "mine" ? lastFailure(standing) : null;
  return last?.method === "mobile_money" && (last.failure === "declined" || last.failure === "unavailable");
}
