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
import { isReached } from "../reached.js";

export type WalletServices = Pick<ConsoleServices, "db" | "providers">;

/** Payouts on the page of the wallet itself. */
const LAST_PAYOUTS = 5;

export type Wallet = {
  readonly wallet: WalletView;
  /** Those that anybody pays out to. */
  readonly destinations: readonly Destination[];
  /** The newest few, and whether there are more. */
  readonly payouts: readonly PayoutView[];
  readonly hasMore: boolean;
};

export async function loadWallet(
  { member: { account } }: ConsoleContext,
  { db, providers }: WalletServices,
): Promise<Wallet> {
  const [wallet, known, { rows: payouts, hasOlder: hasMore }] = await Promise.all([
    readWallet(db, account),
    listDestinations(db, account),
    listPayouts(db, account, { status: null, from: null, until: null }).page({ limit: LAST_PAYOUTS, from: null }),
  ]);
  return { wallet, destinations: known.filter((to) => isReached(providers, to)), payouts, hasMore };
}
