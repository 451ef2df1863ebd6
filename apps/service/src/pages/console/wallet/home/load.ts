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
import { type BankedView, loadBanked } from "../connected/load.js";

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
  /** Who holds sellers' money, and what lies there of this seller's; null where nobody does, or has told nothing yet. */
  readonly holder: string | null;
  readonly banked: BankedView | null;
};

export async function loadWallet(context: ConsoleContext, services: WalletServices): Promise<Wallet> {
  const { account } = context.member;
  const { db, providers } = services;
  const [wallet, known, { rows: payouts, hasOlder: hasMore }, banked] = await Promise.all([
    readWallet(db, account),
    listDestinations(db, account),
    listPayouts(db, account, { status: null, from: null, until: null }).page({ limit: LAST_PAYOUTS, from: null }),
    loadBanked(context, services),
  ]);
  const destinations = known.flatMap((to) => {
    const currency = payoutCurrency(services, to, wallet.now);
    return currency === null ? [] : [{ ...to, currency }];
  });
  return { wallet, destinations, payouts, hasMore, holder: providers.holder?.name ?? null, banked };
}
