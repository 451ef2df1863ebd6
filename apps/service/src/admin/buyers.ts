/** What the command line does with what is kept of buyers. */

import type { Config } from "../config/index.js";
import { readEmail } from "../domain/email.js";
import type { Queryable } from "../platform/database.js";
import { eraseApart } from "../store/identity/buyers-apart.js";
import { countOpenOrders, type Erased, eraseBuyer as erase } from "../store/identity/erase-buyer.js";
import { CommandRefused } from "./arguments.js";
import { withDirectory } from "./cells.js";

/**
 * Erases a buyer's address from sessions, codes, mails and logs. Orders, their disputes, payments and events stay as they are: they
 * are the books.
 * @throws CommandRefused for what is no address, and while an order of it has not ended.
 */
export async function eraseBuyer(
  db: Queryable,
  text: string,
  config: Pick<Config, "cell"> = { cell: null },
): Promise<Erased & { readonly email: string }> {
  const email = readEmail(text);
  if (email === null) throw new CommandRefused(`${JSON.stringify(text)} is not an email address.`);
  const open = await countOpenOrders(db, email);
  if (open > 0) throw new CommandRefused(`${email} has ${open} open orders; erase it when they have ended.`);
  if (config.cell === null) return { email, ...(await erase(db, email)) };
  // Each of several cells is asked for its own part; who is signed in is apart from them.
  const apart = await withDirectory(config, async ({ people }) => eraseApart(people, email));
  return { email, ...(await erase(db, email)), ...apart };
}
