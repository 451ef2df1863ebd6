/** What the command line does with what is kept of buyers. */
import { CommandRefused } from "./admin-arguments.js";
import { readEmail } from "./identity/buyers.js";
import type { Queryable } from "./platform/database.js";
import { countOpenOrders, type Erased, eraseBuyer as erase } from "./store/identity/erase-buyer.js";

/**
 * Erases a buyer's address from sessions, codes, mails and logs. Orders, their disputes, payments and events stay as they are: they
 * are the books.
 * @throws CommandRefused for what is no address, and while an order of it has not ended.
 */
export async function eraseBuyer(db: Queryable, text: string): Promise<Erased & { readonly email: string }> {
  const email = readEmail(text);
  if (email === null) throw new CommandRefused(`${JSON.stringify(text)} is not an email address.`);
  const open = await countOpenOrders(db, email);
  if (open > 0) throw new CommandRefused(`${email} has ${open} open orders; erase it when they have ended.`);
  return { email, ...(await erase(db, email)) };
}
