import { applyTime } from "../../../commands/apply-time.js";
import { noteOpened } from "../../../commands/note-looked.js";
import { parseUuid } from "../../../domain/ids.js";
import { showLetter } from "../../../mails/render.js";
import { type DeskPayment, listDeskPayments, listOrderMails, type OrderMail } from "../../../store/read/desk/order.js";
import { type ListedChargeback, listChargebacksOf } from "../../../store/read/money/chargebacks.js";
import { listRefunds, type RefundView } from "../../../store/read/money/payments.js";
import { findOrderOfAccount, type Order } from "../../../store/read/orders/orders.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskContext } from "../access.js";
import { type DeskReads, type DeskServices, loadAccount } from "../load.js";
import { operatorOf } from "../parts.js";

/** An order with the money that went in and out of it, oldest first. */
export type OrderWithMoney = Order & {
  readonly payments: readonly DeskPayment[];
  readonly refunds: readonly RefundView[];
  readonly chargebacks: readonly ListedChargeback[];
};

export async function withMoney(order: Order, { db }: DeskReads): Promise<OrderWithMoney> {
  const { account, id: escrow } = order.escrow;
  const [payments, refunds, chargebacks] = await Promise.all([
    listDeskPayments(db, { account, escrow }),
    listRefunds(db, account, escrow),
    listChargebacksOf(db, account, escrow),
  ]);
  return { ...order, payments, refunds, chargebacks };
}

/** A mail by its subject, in English whatever language it was sent in. */
type ShownMail = Pick<OrderMail, "recipient" | "created" | "sentAt" | "error"> & { readonly subject: string };

export type ShownOrder = OrderWithMoney & {
  /** Newest first. */
  readonly mails: readonly ShownMail[];
};

/**
 * Any order, whoever's: that the operator opened it stands in the log. Where time has changed it and nobody has written that down yet, the
 * executor does so first.
 * @throws PageRefusal not_found
 */
export async function findOrder(
  context: DeskContext,
  params: Asked["params"],
  { db, executor }: Pick<DeskServices, "db" | "executor">,
): Promise<Order> {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const { id: account } = await loadAccount(params, { db });
  if (escrow === null) throw new PageRefusal("not_found");
  const found = await findOrderOfAccount(db, { account, escrow }, "operator");
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) await applyTime(executor, account, { kind: "escrow", id: escrow });
  const order = isDue ? await findOrderOfAccount(db, { account, escrow }, "operator") : found;
  if (order === null) throw new PageRefusal("not_found");
  await noteOpened(db, operatorOf(context), { account, escrow, reference: order.escrow.referenceCode });
  return order;
}

/** The same with its money and its mails. @throws PageRefusal not_found */
export async function loadOrder(
  context: DeskContext,
  params: Asked["params"],
  services: Pick<DeskServices, "db" | "executor">,
): Promise<ShownOrder> {
  const { db } = services;
  const order = await findOrder(context, params, services);
  const { account, id: escrow, buyerEmail } = order.escrow;
  const [shown, mails] = await Promise.all([
    withMoney(order, { db }),
    listOrderMails(db, { account, escrow, buyerEmail }),
  ]);
  const origin = context.site.origin();
  return {
    ...shown,
    mails: mails.map(({ template, params: words, ...mail }) => ({
      ...mail,
      subject: showLetter({ template, params: { ...words, locale: "en" } }, origin).subject,
    })),
  };
}
