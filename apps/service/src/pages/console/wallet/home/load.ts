import { payoutCurrency } from "../../../../commands/payout-currency.js";
import type { Currency } from "../../../../domain/currencies.js";
import type { Destination } from "../../../../domain/payouts.js";
import {
  listDestinations,
  listPayouts,
  type PayoutView,
  readWallet,
  type WalletView,
} from "../../../../store/read/money/wallet.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type WalletServices = Pick<ConsoleServices, "db" | "providers" | "rates">;

/** Payouts on the page of the wallet itself. */
const LAST_PAYOUTS = 5;

/** Where a payout may go, and in which currency. */
export type Place = Destination & { readonly currency: Currency };

export type Wallet = {
  readonly wallet: WalletView;
  /** Those that anybody pays out to now. */
  readonly destinations: readonly Place[];
  /** The newest few, and whether there are more. */
  readonly payouts: readonly PayoutView[];
  readonly hasMore: boolean;
};

export async function loadWallet(
  { member: { account } }: ConsoleContext,
  { db, ...means }: WalletServices,
): Promise<Wallet> {
  const [wallet, known, { rows: payouts, hasOlder: hasMore }] = await Promise.all([
    readWallet(db, account),
    listDestinations(db, account),
    listPayouts(db, account, { status: null, from: null, until: null }).page({ limit: LAST_PAYOUTS, from: null }),
  ]);
  const destinations = known.flatMap((to) => {
    const currency = payoutCurrency(means, to, wallet.now);
    return currency === null ? [] : [{ ...to, currency }];
  });
  return { wallet, destinations, payouts, hasMore };
}
