/** Finds what an address names, as it stands now and as far as it is the buyer's. */
import { applyTime } from "../../commands/apply-time.js";
import type { Executor } from "../../commands/execute.js";
import { milestoneOf } from "../../domain/escrow.js";
import { parseUuid } from "../../domain/ids.js";
import type { Milestone } from "../../domain/model.js";
import type { Database } from "../../platform/database.js";
import type { OtherCells } from "../../platform/other-cells.js";
import { listPayments, listRefunds, type PaymentView, type RefundView } from "../../store/read/money/payments.js";
import { findOrder, type Order, type OrderAddress } from "../../store/read/orders/orders.js";
import type { Asked } from "../kit/answer.js";
import { isSellerCode, orderUrl } from "../kit/links.js";
import { PageRefusal } from "../kit/refusal.js";
import { shownVersion } from "../kit/shown-version.js";
import type { BuyerContext } from "./access.js";

export type OrderServices = { readonly db: Database; readonly executor: Executor };

/** The same where other cells have orders of a buyer too. */
export type AllOrderServices = OrderServices & { readonly otherCells: OtherCells };

/** An order, and all that was paid and given back. */
export type OrderView = Order & { readonly payments: readonly PaymentView[]; readonly refunds: readonly RefundView[] };

/** @throws PageRefusal not_found for anything that no order is called. */
export function readAddress({ seller_code = "", escrow_id = "" }: Asked["params"]): OrderAddress {
  const escrow = parseUuid("escrow", escrow_id);
  if (escrow === null || !isSellerCode(seller_code)) throw new PageRefusal("not_found");
  return { sellerCode: seller_code, escrow };
}

/**
 * The order as it stands. Where time has changed it and nobody has written that down yet, the executor does so first.
 * @throws PageRefusal not_found, for another buyer's order as for one that does not exist.
 */
export async function loadOrder(
  { db, executor }: OrderServices,
  address: OrderAddress,
  buyer: string,
): Promise<OrderView> {
  const found = await findOrder(db, address, buyer);
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) {
    const { account, id } = found.escrow;
    await applyTime(executor, account, { kind: "escrow", id });
  }
  const order = isDue ? await findOrder(db, address, buyer) : found;
  if (order === null) throw new PageRefusal("not_found");
  const { account, id } = order.escrow;
  const [payments, refunds] = await Promise.all([listPayments(db, account, id), listRefunds(db, account, id)]);
  return { ...order, payments, refunds };
}

export const pathOf = ({ merchant, escrow }: Order): string => orderUrl(merchant.sellerCode, escrow.id);

/** Who acts, and on what. */
export type Scene = { readonly context: BuyerContext; readonly order: OrderView };
/** The same, with the milestone that the address names. */
export type PartScene = Scene & { readonly milestone: Milestone };

/** @throws PageRefusal not_found */
export const loadScene = async (
  context: BuyerContext,
  params: Asked["params"],
  services: OrderServices,
): Promise<Scene> => ({ context, order: await loadOrder(services, readAddress(params), context.buyer.email) });

/** @throws PageRefusal not_found for what is no milestone of the order, too. */
export async function loadPart(
  context: BuyerContext,
  params: Asked["params"],
  services: OrderServices,
): Promise<PartScene> {
  const scene = await loadScene(context, params, services);
  const id = parseUuid("milestone", params["milestone_id"] ?? "");
  const milestone = id === null ? undefined : milestoneOf(scene.order.escrow, id);
  if (milestone === undefined) throw new PageRefusal("not_found");
  return { ...scene, milestone };
}

/** Changes whenever the page of the order would look different to its buyer; tells nothing else. */
export const versionOf = ({ now: _now, ...shown }: OrderView): string => shownVersion(shown);
