import { type CustomerLine, listCustomers } from "../../../../store/read/console/customers.js";
import type { Asked } from "../../../kit/answer.js";
import { readTyped } from "../../../kit/list-query.js";
import { keptOf, type Listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type CustomersServices = Pick<ConsoleServices, "db">;

/** A page of an account's customers, by their address, or of those whose address begins as was typed. */
export async function loadCustomers(
  { member, seller }: ConsoleContext,
  query: Asked["query"],
  { db }: CustomersServices,
): Promise<Listed<CustomerLine>> {
  const begins = readTyped(query).q.trim();
  const page = await listCustomers(db, member.account, { begins, page: pageIn(query, "uuid") });
  return { query: keptOf({ q: begins }), page, oldestFirst: false, now: seller.now };
}
