import { applyTime } from "../../../commands/apply-time.js";
import { type ListedOrder, listOrders } from "../../../store/read/orders/orders.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import type { BuyerContext } from "../access.js";
import type { OrderServices } from "../load.js";

/** A page of the list, as the orders on it stand now. */
export async function loadOrders(
  { buyer: { email } }: BuyerContext,
  page: PageRequest,
  { db, door }: OrderServices,
): Promise<Page<ListedOrder>> {
  const found = await listOrders(db, email, page);
  const due = found.rows.filter(({ isDue }) => isDue);
  if (due.length === 0) return found;
  await Promise.all(due.map(({ account, id }) => applyTime(door, account, { kind: "escrow", id })));
  return listOrders(db, email, page);
}
