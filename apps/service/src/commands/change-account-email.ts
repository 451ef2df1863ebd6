/** Gives an account another address, once whoever reads mail there has said so. Nobody else learns whose address it is. */
import type { AccountId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { sha256 } from "../platform/hash.js";
import { token } from "../platform/random.js";
import {
  askForEmail,
  confirmEmail,
  type EmailLink,
  findEmailLink,
  giveUpEmail,
  type LinkedEmail,
} from "../store/write/account-email.js";

const TOKEN_LENGTH = 43; // 256 bits

/** @param change.email read by domain/email. */
export function askForAccountEmail(
  db: Queryable,
  account: AccountId,
  change: { readonly email: string; readonly locale: string; readonly actor: Actor },
): Promise<void> {
  const secret = token(TOKEN_LENGTH);
  return askForEmail(db, account, { ...change, token: secret, tokenHash: sha256(secret) });
}

/** The link that was sent works no longer. */
export const giveUpAccountEmailChange = (db: Queryable, account: AccountId): Promise<void> => giveUpEmail(db, account);

/** The link of the mail. */
export type AccountEmailLink = { readonly sellerCode: string; readonly token: string };

const kept = ({ sellerCode, token: secret }: AccountEmailLink): EmailLink => ({
  sellerCode,
  tokenHash: sha256(secret),
});

/** Which address a link is to, and of which account. */
export type AccountEmailChange = LinkedEmail;

export const readAccountEmailLink = (db: Queryable, link: AccountEmailLink): Promise<AccountEmailChange | null> =>
  findEmailLink(db, kept(link));

export const confirmAccountEmail = (db: Queryable, link: AccountEmailLink): Promise<"changed" | "over" | "taken"> =>
  confirmEmail(db, kept(link));
