import { applyTime } from "../../../commands/apply-time.js";
import { question } from "../../../platform/other-cells.js";
import { type ListedOrder, listOrders } from "../../../store/read/orders/orders.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import type { BuyerContext } from "../access.js";
import type { AllOrderServices, OrderServices } from "../load.js";

/** Who asks is signed in, as the cell that asks has made sure of. */
type AskedOrders = { readonly email: string; readonly page: PageRequest };

/** A page of a buyer's orders in another cell. */
export const ORDERS = question<AskedOrders, Page<ListedOrder>>("buyer-orders");

/** A page of the list, as the orders on it stand now. */
export async function loadOrders(
  { email, page }: AskedOrders,
  { db, executor }: OrderServices,
): Promise<Page<ListedOrder>> {
  const found = await listOrders(db, email, page);
  const due = found.rows.filter(({ isDue }) => isDue);
  if (due.length === 0) return found;
  await Promise.all(due.map(({ account, id }) => applyTime(executor, account, { kind: "escrow", id })));
  return listOrders(db, email, page);
}

/** A page of the list over all cells. */
export type AllOrders = {
  readonly page: Page<ListedOrder>;
  /** Whether a cell is away, of whose orders none are shown. */
  readonly isPartial: boolean;
};

export async function loadAllOrders(
  { buyer: { email } }: Pick<BuyerContext, "buyer">,
  page: PageRequest,
  services: AllOrderServices,
): Promise<AllOrders> {
  const [own, answers] = await Promise.all([
    loadOrders({ email, page }, services),
    services.otherCells.ask(ORDERS, { email, page }),
  ]);
  const found = [own, ...answers.flatMap(({ answer }) => answer ?? [])];
  return { page: mergePages(found, page), isPartial: answers.some(({ answer }) => answer === null) };
}

/** Ids of orders are in the order of time, whatever cell made them, so a position is one in all of them. */
function mergePages(pages: readonly Page<ListedOrder>[], { limit, from }: PageRequest): Page<ListedOrder> {
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return only;
  const found = pages.flatMap((page) => page.rows).sort((one, other) => (one.id < other.id ? 1 : -1));
  // An account that is moving is in two cells for a moment.
  const rows = found.filter(({ id }, at) => id !== found[at - 1]?.id);
  const isCut = rows.length > limit;
  const [hasNewer, hasOlder] = [pages.some((page) => page.hasNewer), pages.some((page) => page.hasOlder)];
  return from?.direction === "newer"
    ? { rows: rows.slice(-limit), hasNewer: isCut || hasNewer, hasOlder }
    : { rows: rows.slice(0, limit), hasNewer, hasOlder: isCut || hasOlder };
}
