import { payoutCurrency } from "../../../commands/payout-currency.js";
import type { Payee } from "../../../domain/payouts.js";
import type { Shown } from "../../../domain/provider-looks.js";
import { countryOfAccount } from "../../../phones/payee.js";
import type { Providers } from "../../../providers/port.js";

type Means = Parameters<typeof payoutCurrency>[0];

/** Whether anybody pays out to a destination now: what was added under other providers, or has no rate, stays, and can't be chosen. */
export const isReached = (means: Means, to: Payee, now: number): boolean => payoutCurrency(means, to, now) !== null;

/** The name and icon of the provider that pays out to it; null to use our own words. */
export function shownOut(
  { providers, ...means }: Means & { readonly providers: Pick<Providers, "shownOut"> },
  to: Payee,
  now: number,
): Shown | null {
  const currency = payoutCurrency({ ...means, providers }, to, now);
  return currency === null ? null : providers.shownOut(to, { currency, country: countryOfAccount(to) });
}
