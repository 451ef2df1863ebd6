import { CURRENCY } from "../../../domain/money.js";
import type { Payee } from "../../../domain/payouts.js";
import type { Shown } from "../../../domain/provider-looks.js";
import { countryOfAccount } from "../../../phones/payee.js";
import type { Providers } from "../../../providers/port.js";

/** Whether anybody pays out to a destination: what was added under other providers stays, and can't be chosen. */
export const isReached = (providers: Pick<Providers, "reaches">, to: Payee): boolean =>
  providers.reaches(to, { currency: CURRENCY, country: countryOfAccount(to) });

/** As what whoever pays out to it shows itself; null for our own words. */
export const shownOut = (providers: Pick<Providers, "shownOut">, to: Payee): Shown | null =>
  providers.shownOut(to, { currency: CURRENCY, country: countryOfAccount(to) });
