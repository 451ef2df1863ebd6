/** Whose an escrow is: only its buyer and its seller can act on it; anybody else finds no such escrow. */
import { isBuyerOf } from "../domain/escrow.js";
import type { AccountId, EscrowId } from "../domain/ids.js";
import { type Context, type Decision, type FactsOf, refuse } from "../domain/model.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

export type OfEscrow = { readonly account: AccountId; readonly escrow: EscrowId };

export type OfBuyer = OfEscrow & {
  /** The address of the person who acts, in lower case; null where the sandbox plays the buyer. */
  readonly buyer: string | null;
};

/** Who acts in a dispute: a buyer is known by their address in lower case, a merchant by the account. */
export type Side = OfEscrow &
  ({ readonly party: "buyer"; readonly buyer: string } | { readonly party: "merchant"; readonly buyer?: never });

type Decide = (facts: FactsOf["escrow"], context: Context) => Decision;

/** @param buyer null or undefined where the person who acts need not be the buyer. */
export const asBuyer =
  (buyer: string | null | undefined, decide: Decide): Decide =>
  (facts, context) =>
    buyer == null || isBuyerOf(facts.escrow, buyer) ? decide(facts, context) : refuse("not_found");

/** What a side of a dispute does with one of its offers. */
export const changeOffer = (
  executor: Executor,
  { account, escrow: id, buyer }: Side,
  decide: Decide,
): Promise<Outcome<"escrow">> =>
  executor.change({ account, subject: { kind: "escrow", id }, decide: asBuyer(buyer, decide) });
