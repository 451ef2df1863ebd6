import { payoutCurrency } from "../../../../commands/payout-currency.js";
import type { Currency } from "../../../../domain/currencies.js";
import type { Destination } from "../../../../domain/payouts.js";
import type { Shown } from "../../../../domain/provider-looks.js";
import { listDestinations } from "../../../../store/read/money/wallet.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { shownOut } from "../reached.js";

export type DestinationsServices = Pick<ConsoleServices, "db" | "providers" | "rates">;

/** Each with the currency in which it is paid now, null where it can't be, and as what it is shown. */
export type Listed = Destination & { readonly currency: Currency | null; readonly shown: Shown | null };

export const loadDestinations = async (
  { member, seller: { now } }: ConsoleContext,
  { db, ...means }: DestinationsServices,
): Promise<readonly Listed[]> =>
  (await listDestinations(db, member.account)).map((to) => ({
    ...to,
    currency: payoutCurrency(means, to, now),
    shown: shownOut(means, to, now),
  }));
