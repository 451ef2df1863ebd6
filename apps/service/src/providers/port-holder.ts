/** What a provider is asked that keeps sellers' money in accounts of their own there; part of the port (port.ts). */
import type { BankPayout } from "../domain/connected.js";
import type { Cents } from "../domain/money.js";
import type { Money, Unknown, Unreachable } from "./port-books.js";

/** An account for a seller. */
export type AccountOrder = {
  /** Ours: however often it is asked, one account is opened for it. */
  readonly reference: string;
  readonly email: string;
  /** What the seller is called in public. */
  readonly name: string;
};

export type AccountOpened =
  | { readonly kind: "opened"; readonly theirId: string }
  /** For now; one sentence that a person can read. */
  | { readonly kind: "refused"; readonly reason: string }
  | Unreachable;

type LedOn =
  /** Of the provider's own pages; leads there once, and not for long. */
  { readonly kind: "link"; readonly url: string } | { readonly kind: "refused"; readonly reason: string } | Unreachable;

/** What an account is good for. `isPayable`: money can be sent to it, and goes on to the seller's bank. */
export type PayeeState = {
  readonly isPayable: boolean;
  /** What the provider wants to know, in its own short words. */
  readonly wanted: readonly string[];
  /** Why it has stopped the account, in its own short word; null where it has not. */
  readonly stopped: string | null;
};
export type PayeeFound = ({ readonly kind: "known" } & PayeeState) | Unknown | Unreachable;

/** What lies in an account, and what the provider paid from there to the seller's bank lately: the newest, {@link BANK_PAYOUTS_LISTED} at most. */
export type AccountBooks = {
  readonly kind: "books";
  readonly available: Cents;
  readonly pending: Cents;
  readonly payouts: readonly BankPayout[];
};
export const BANK_PAYOUTS_LISTED = 20;

/** `short`: the seller's account does not hold so much any more; a sentence that a person can read. */
export type TakenBack =
  | { readonly kind: "returned" }
  | { readonly kind: "short"; readonly reason: string }
  | Unreachable;

/** Money is released to such an account by the port's payout, to a payee of kind `connected`. */
export type Holder = {
  /** Origins of the pages that sellers are led to. */
  readonly pages: readonly string[];
  open(order: AccountOrder): Promise<AccountOpened>;
  /** @param urls where its pages lead when they are done, and when the link does not lead there any more. */
  onboard(theirId: string, urls: { readonly back: string; readonly again: string }): Promise<LedOn>;
  payee(theirId: string): Promise<PayeeFound>;
  books(theirId: string): Promise<AccountBooks | Unknown | Unreachable>;
  /** Takes back a part of a payout that was paid to such an account, or the rest of it; each `recall` once, however often it is asked. */
  takeBack(order: TakeBackOrder): Promise<TakenBack>;
};

export type TakeBackOrder = Money & {
  /** Of the payout, and whose account it was paid to, by the provider's id. */
  readonly reference: string;
  readonly account: string;
  /** Which time something is taken back of it, from 1. */
  readonly recall: number;
};

/** Who it is. */
export type Held = { readonly name: string; readonly holder: Holder };

/** What an adapter implements of it: opening is looked for before it is repeated. */
export type HolderAdapter = Omit<Holder, "open" | "takeBack"> & {
  /** @param theirId the provider's own id of the payout. */
  takeBack(order: TakeBackOrder, theirId: string | null): Promise<TakenBack>;
  open(order: AccountOrder, asked: { readonly at: number; readonly now: number }): Promise<AccountOpened>;
  /** What became of the question under the reference: `unknown` when it is sure that nothing did. */
  find(
    order: AccountOrder,
    asked: { readonly at: number; readonly lastAt: number; readonly now: number },
  ): Promise<Extract<AccountOpened, { kind: "opened" }> | Unknown | Unreachable>;
};
