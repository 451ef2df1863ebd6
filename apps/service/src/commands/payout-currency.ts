/**
 * In which money payouts leave: in US dollars wherever somebody pays those, and otherwise in what the destination's country has. Who
 * pays dollars everywhere gives way to who names the country and pays its own money, while that has a rate.
 */
import type { Currency } from "../domain/currencies.js";
import { CURRENCY } from "../domain/money.js";
import type { Payee } from "../domain/payouts.js";
import type { Rates } from "../domain/rates.js";
import { currencyOf } from "../domain/regions.js";
import { countryOfAccount } from "../phones/payee.js";
import type { Providers } from "../providers/port.js";

type Means = { readonly providers: Pick<Providers, "reaches" | "currencies">; readonly rates: Pick<Rates, "find"> };

/** Null where nobody pays out to it, or only in a currency that has no rate now. @param now by the service's clock */
export function payoutCurrency({ providers, rates }: Means, to: Payee, now: number): Currency | null {
  const country = countryOfAccount(to);
  const reached = (currency: Currency): boolean => providers.reaches(to, { currency, country });
  const isUsable = (one: Currency): boolean => reached(one) && rates.find(one, now) !== null;
  const named =
    country === null ? [] : providers.currencies({ direction: "out", method: to.kind, country, isNamed: true });
  const own = country === null ? null : currencyOf(country);
  if (own !== null && named.includes(own) && !named.includes(CURRENCY) && isUsable(own)) return own;
  if (reached(CURRENCY)) return CURRENCY;
  const known = providers.currencies({ direction: "out", method: to.kind, country });
  const found = [...(own === null ? [] : [own]), ...known].find((one) => known.includes(one) && isUsable(one));
  return found ?? null;
}

/** Those that anybody pays out in now: USD first, where somebody does. */
export const payoutCurrencies = ({ providers, rates }: Means, now: number): readonly Currency[] =>
  providers
    .currencies({ direction: "out", country: null })
    .filter((one) => one === CURRENCY || rates.find(one, now) !== null)
    .sort((one, other) => Number(other === CURRENCY) - Number(one === CURRENCY));
