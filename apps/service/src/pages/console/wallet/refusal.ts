/** What is wrong with a payout that was asked for, in words. */
import type { PayoutRefusal } from "../../../commands/request-payout.js";
import { boundsOf, PAYOUT_MIN } from "../../../domain/payouts.js";
import type { WalletView } from "../../../store/read/money/wallet.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { refusalWords } from "./words.js";

export type Refused = { readonly reason: PayoutRefusal | "bad_amount"; readonly wallet: WalletView };

export function refusalText({ reason, wallet }: Refused, locale: Locale): string {
  const words = refusalWords(locale);
  const { atATime, leftToday } = boundsOf(wallet);
  switch (reason) {
    case "below_minimum":
      return words.below_minimum({ least: usd(PAYOUT_MIN, locale) });
    case "above_maximum":
      return words.above_maximum({ most: usd(atATime, locale) });
    case "above_daily":
      return words.above_daily({ left: usd(leftToday, locale) });
    default:
      return words[reason];
  }
}
