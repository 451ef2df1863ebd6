import { decideRequestPayout, type PayoutProblem } from "../domain/decisions/payout.js";
import type { AccountId, DestinationId, PayoutId } from "../domain/ids.js";
import { codeOf } from "../domain/model.js";
import { type Cents, CURRENCY } from "../domain/money.js";
import type { PayoutSource } from "../domain/payouts.js";
import { ok, type Result, refused } from "../domain/result.js";
import { countryOfAccount } from "../phones/payee.js";
import type { Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";

/** Why a payout was not asked for. */
export type PayoutRefusal =
  | PayoutProblem
  /** Nobody pays out this way here. */
  | "not_offered"
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
    /** The seller who asks; null for the command line. */
    readonly requestedBy: string | null;
    /** The payment that a transfer to the seller's account at the provider is tied to; left out for the balance. */
    readonly source?: PayoutSource | null;
  },
): Promise<Result<{ readonly payout: PayoutId }, PayoutRefusal>> {
  const { account, source = null, ...order } = wanted;
  const outcome = await executor.change({
    account,
    subject: { kind: "wallet", payout: order.id, destination: order.destination, source },
    decide: ({ wallet }, context) => {
      const { destination } = wallet;
      const money = { amount: order.amount, currency: CURRENCY };
      const provider =
        destination === null
          ? null
          : providers.forPayout(destination, { ...money, country: countryOfAccount(destination) });
      return decideRequestPayout(wallet, { ...order, source, provider: provider?.name ?? null }, context);
    },
  });
  return outcome.ok ? ok({ payout: order.id }) : refused(codeOf(outcome.reason));
}
