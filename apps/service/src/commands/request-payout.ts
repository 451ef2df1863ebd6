import { decideRequestPayout, type PayoutProblem } from "../domain/decisions/payout.js";
import type { AccountId, DestinationId, PayoutId } from "../domain/ids.js";
import { codeOf } from "../domain/model.js";
import { type Cents, CURRENCY } from "../domain/money.js";
import type { PayoutSource, PresentedPayout } from "../domain/payouts.js";
import { ok, type Result, refused } from "../domain/result.js";
import { countryOfAccount } from "../phones/payee.js";
import type { Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { Offer } from "./quotes.js";

/** Why a payout was not asked for. */
export type PayoutRefusal =
  | PayoutProblem
  /** Nobody pays out this way here. */
  | "not_offered"
  /** What was promised in the destination's currency was for another amount. */
  | "quote_passed"
  | "not_found";

/**
 * Sets an amount aside, to be paid out a minute later. Raced with others of the account, none spends what another has.
 *
 * @param wanted.id chosen by the caller: a second request with it returns the first payout, unchanged.
 */
export async function requestPayout(
  { executor, providers }: { readonly executor: Executor; readonly providers: Providers },
  wanted: {
    readonly account: AccountId;
    readonly id: PayoutId;
    readonly destination: DestinationId;
    readonly amount: Cents;
    /** What was promised in the destination's currency; null, or left out, to pay in USD. */
    readonly quote?: Offer | null;
    /** The seller who asks; null for the command line. */
    readonly requestedBy: string | null;
    /** The payment that a transfer to the seller's account at the provider is tied to; left out for the balance. */
    readonly source?: PayoutSource | null;
  },
): Promise<Result<{ readonly payout: PayoutId }, PayoutRefusal>> {
  const { account, source = null, quote = null, ...order } = wanted;
  if (quote !== null && quote.due !== order.amount) return refused("quote_passed");
  const outcome = await executor.change({
    account,
    subject: { kind: "wallet", payout: order.id, destination: order.destination, source },
    decide: ({ wallet }, context) => {
      const { destination } = wallet;
      const money =
        quote === null
          ? { amount: order.amount, currency: CURRENCY }
          : { amount: quote.asked, currency: quote.currency };
      const provider =
        destination === null
          ? null
          : providers.forPayout(destination, { ...money, country: countryOfAccount(destination) });
      const asked = { ...order, source, presented: presentedOf(quote), provider: provider?.name ?? null };
      return decideRequestPayout(wallet, asked, context);
    },
  });
  return outcome.ok ? ok({ payout: order.id }) : refused(codeOf(outcome.reason));
}

const presentedOf = (quote: Offer | null): PresentedPayout | null =>
  quote === null
    ? null
    : {
        currency: quote.currency,
        amount: quote.asked,
        rate: quote.rate,
        marginBps: quote.marginBps,
        source: quote.source,
      };
