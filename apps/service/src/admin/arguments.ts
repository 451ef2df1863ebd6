/** What commands are told by people, read and looked up, and how they refuse. */

import { readEmail } from "../domain/email.js";
import { type AccountId, parseAccountId } from "../domain/ids.js";
import { plainCode } from "../domain/typed.js";
import type { Queryable } from "../platform/database.js";
import { findAccount } from "../store/identity/accounts.js";

/** A command that was understood and can't be done; the message is one line. */
export class CommandRefused extends Error {}

/** @throws CommandRefused unless it is written as account ids are. */
export function accountIn(text: string): AccountId {
  const id = parseAccountId(plainCode(text));
  if (id === null) throw new CommandRefused(`${JSON.stringify(text)} is not an account id: it takes 19 digits.`);
  return id;
}

/** @throws CommandRefused unless there is that account. */
export async function existingAccount(db: Queryable, account: string): Promise<AccountId> {
  const id = accountIn(account);
  if ((await findAccount(db, id)) === null) throw new CommandRefused(`there is no account ${account}.`);
  return id;
}

/** As addresses are kept. @throws CommandRefused unless it is one. */
export function emailIn(text: string): string {
  const email = readEmail(text);
  if (email === null) throw new CommandRefused(`${JSON.stringify(text)} is not an email address.`);
  return email;
}
