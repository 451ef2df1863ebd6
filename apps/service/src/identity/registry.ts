/** What a deployment of several cells knows of accounts besides their own cell. With one cell there is nothing to write and nothing to ask. */
import type { AccountId } from "../domain/ids.js";
import { DatabaseUnavailable } from "../platform/database-errors.js";

/** Where accounts and keys are written down before they exist. */
export type Registry = {
  /** @throws DirectoryAway, and then the account must not be made. */
  enterAccount(names: { readonly account: AccountId; readonly sellerCode: string }): Promise<void>;
  /** The account was not made after all. Says nothing when the directory is away. */
  withdrawAccount(account: AccountId): Promise<void>;
  /** @throws DirectoryAway, and then the key must not be made; so while its account moves to another cell. */
  enterKey(key: { readonly account: AccountId; readonly lookup: string }): Promise<void>;
  withdrawKey(lookup: string): Promise<void>;
};

const nothing = async (): Promise<void> => undefined;

/** One cell is all there is. */
export const NO_REGISTRY: Registry = {
  enterAccount: nothing,
  withdrawAccount: nothing,
  enterKey: nothing,
  withdrawKey: nothing,
};

/** Which cell to ask in place of this one; null where this one is right, or nobody knows better. */
export type AccountLocation = {
  /** @param lookup the part of a key that names it. @throws DirectoryAway */
  ofKey(lookup: string): Promise<string | null>;
  /** @throws DirectoryAway */
  ofSeller(sellerCode: string): Promise<string | null>;
};

/** Names the cell that a request should have gone to. For the proxy in front of the cells. */
export const CELL_HEADER = "Holdfast-Cell";

const DIRECTORY_AWAY =
  "The directory of accounts can't be reached, so no account and no key can be made now. Those that exist go on working: try again in a few minutes.";

/** Who somebody is can't be asked. The answer is 503, and a retry is right. */
export class SignInAway extends DatabaseUnavailable {
  constructor(cause?: unknown) {
    super("The directory of people can't be reached, so nobody can sign in now, or be known as signed in.", { cause });
  }
}

/** The answer is 503, and a retry is right. */
export class DirectoryAway extends DatabaseUnavailable {
  constructor(cause?: unknown) {
    super(DIRECTORY_AWAY, { cause });
  }
}
