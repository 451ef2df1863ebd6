/** Finds what an address names, as it stands now and as far as it is the buyer's. */
import type { Door } from "../../commands/execute.js";
import { milestoneOf } from "../../domain/escrow.js";
import { parseUuid } from "../../domain/ids.js";
import type { Milestone } from "../../domain/model.js";
import type { Database } from "../../platform/database.js";
import { listPayments, listRefunds, type PaymentView, type RefundView } from "../../store/read/money/payments.js";
import {
  findOrder,
  type ListedOrder,
  listOrders,
  type Order,
  type OrderAddress,
} from "../../store/read/orders/orders.js";
import type { Page, PageRequest } from "../../store/read/page.js";
import { PageRefusal } from "../refusal.js";

/** Any text may stand in an address. */
export type OrderParams = {
  readonly seller_code: string;
  readonly escrow_id: string;
  readonly milestone_id?: string;
  readonly evidence_id?: string;
};

export type OrderServices = { readonly db: Database; readonly door: Door };

/** An order, and all that was paid and given back. */
export type OrderView = Order & { readonly payments: readonly PaymentView[]; readonly refunds: readonly RefundView[] };

const SELLER_CODE = /^[0-9A-Z]{8}$/;

/** @throws PageRefusal not_found for anything that no order is called. */
export function readAddress({ seller_code, escrow_id }: OrderParams): OrderAddress {
  const escrow = parseUuid("escrow", escrow_id);
  if (escrow === null || !SELLER_CODE.test(seller_code)) throw new PageRefusal("not_found");
  return { sellerCode: seller_code, escrow };
}

/**
 * The order as it stands. Where time has changed it and nobody has written that down yet, the door does so first.
 * @throws PageRefusal not_found, for another buyer's order as for one that does not exist.
 */
export async function loadOrder({ db, door }: OrderServices, address: OrderAddress, buyer: string): Promise<OrderView> {
  const found = await findOrder(db, address, buyer);
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) {
    const { account, id } = found.escrow;
    await door.change({ account, subject: { escrow: id }, decide: () => ({ ok: true }) });
  }
  const order = isDue ? await findOrder(db, address, buyer) : found;
  if (order === null) throw new PageRefusal("not_found");
  const { account, id } = order.escrow;
  const [payments, refunds] = await Promise.all([listPayments(db, account, id), listRefunds(db, account, id)]);
  return { ...order, payments, refunds };
}

/** @throws PageRefusal not_found for what is no milestone of the order. */
export function milestoneIn({ escrow }: Order, { milestone_id = "" }: OrderParams): Milestone {
  const id = parseUuid("milestone", milestone_id);
  const milestone = id === null ? undefined : milestoneOf(escrow, id);
  if (milestone === undefined) throw new PageRefusal("not_found");
  return milestone;
}

/** A page of the list, as the orders on it stand now. */
export async function loadOrders(
  { db, door }: OrderServices,
  buyer: string,
  page: PageRequest,
): Promise<Page<ListedOrder>> {
  const found = await listOrders(db, buyer, page);
  const due = found.rows.filter(({ isDue }) => isDue);
  if (due.length === 0) return found;
  await Promise.all(
    due.map(({ account, id }) => door.change({ account, subject: { escrow: id }, decide: () => ({ ok: true }) })),
  );
  return listOrders(db, buyer, page);
}
