import { payoutCurrencies } from "../../../../commands/payout-currency.js";
import type { Currency } from "../../../../domain/currencies.js";
import type { TypedDestination } from "../../../../domain/destinations.js";
import { ANY_ACCOUNT, type PayeeForm } from "../../../../domain/payees.js";
import type { Shown } from "../../../../domain/provider-looks.js";
import { type PhoneCountries, phoneCountries, regionsIn } from "../../../../phones/countries.js";
import type { Asked } from "../../../kit/answer.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { ConsoleServices } from "../../services.js";

const TYPED_MAX = 200;

export type PayingServices = Pick<ConsoleServices, "providers" | "rates">;

/** What sellers can be paid to here: each is a tab of the form. */
export type Way = {
  readonly id: string;
  readonly form: PayeeForm | null;
  readonly shown: Shown | null;
  /** In which it is paid; null where that depends on the account's country. */
  readonly currency: Currency | null;
};

const MOBILE = "mobile_money";

export function waysOf(services: PayingServices, now: number): readonly Way[] {
  const { providers } = services;
  const ways = payoutCurrencies(services, now).flatMap((currency): readonly Way[] => {
    const { isMobile, forms } = providers.payees(currency);
    return [...(isMobile ? [null] : []), ...forms].map((form) => ({
      id: form?.id ?? MOBILE,
      form,
      currency,
      shown: providers.shownOut(form, { currency, country: null }),
    }));
  });
  const ids = [...new Set(ways.map(({ id }) => id))].sort(
    (one, other) => Number(other === MOBILE) - Number(one === MOBILE),
  );
  return ids.flatMap((id) => {
    const [first, ...others] = ways.filter((one) => one.id === id);
    return first === undefined ? [] : [others.length === 0 ? first : { ...first, currency: null }];
  });
}

/** A destination as it was typed; its kind may stand in the address too. */
export function readDestination(
  fields: FormFields,
  { choices, likely }: PhoneCountries,
  ways: readonly Way[],
): TypedDestination {
  const typed = (name: string): string => (fields[name] ?? "").slice(0, TYPED_MAX);
  const way = ways.find(({ id }) => id === fields["kind"]) ?? null;
  const form = way?.form ?? ANY_ACCOUNT;
  const kind = way === null ? null : way.form === null ? "mobile_money" : "bank";
  const details = Object.fromEntries(form.details.map(({ id }) => [id, typed(`detail_${id}`)]));
  const asked = fields["phone_country"];
  const chosen = choices.length === 1 || asked === undefined ? likely : asked;
  const country = choices.find((one) => one === chosen) ?? null;
  const texts = { name: typed("name"), bank: typed("bank"), number: typed("number") };
  return { kind, form, details, ...texts, country, confirmed: typed("phone_read") };
}

/** Whose phones are paid to, and which of them are likely the seller's. */
export function payeeCountries(
  { request }: Pick<Asked, "request">,
  services: PayingServices,
  now: number,
): PhoneCountries {
  const served = payoutCurrencies(services, now).map((currency) =>
    services.providers.countries("out", "mobile_money", currency),
  );
  const countries = served.some((one) => one === null) ? null : [...new Set(served.flatMap((one) => one ?? []))];
  return phoneCountries(countries, regionsIn(request.headers["accept-language"]));
}
