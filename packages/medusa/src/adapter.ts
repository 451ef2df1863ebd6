/** Medusa behind the bridge's adapter: what its orders are, and what an escrow's state makes of them. */
import { type Adapter, eachOf, isGivenBack, noteOf, type Taken } from "@holdfast/bridge";
import type { Escrow, Holdfast } from "@holdfast/sdk";
import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, OrderStatus } from "@medusajs/framework/utils";
import { cancelOrderWorkflow, completeOrderWorkflow } from "@medusajs/medusa/core-flows";
import type { Options } from "./options.js";
import {
  type MedusaOrder,
  type MedusaPayment,
  ourPayment,
  paymentsOf,
  readOrder,
  readOrders,
  readUnpaid,
  refundsBegun,
  takenOf,
  toFulfilments,
  toOrder,
  unpaidSession,
} from "./orders.js";
import { booking, escrowOf } from "./payment.js";
import { BOOKS_WITHIN_MS, bookRefund, captureRest, failureOf, giveBack } from "./refunds.js";

/** How far back refunds are looked for that Medusa has kept and, as it fell, asked nobody for. */
const LOOKS_BACK_MS = { atStart: 7 * 86_400_000, later: 600_000 };

const idOf = ({ id }: MedusaOrder): string => id;

/** How an escrow stands, where people see it in the admin, and a storefront in the order. */
function openNotes(container: MedusaContainer, options: Options, holdfast: Holdfast) {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const note = async (
    { id, metadata }: MedusaOrder,
    news: Record<string, unknown>,
    status?: OrderStatus,
  ): Promise<void> => {
    const changes = { metadata: { ...metadata, ...news }, ...(status === undefined ? {} : { status }) };
    await orders.updateOrders(id, changes as Parameters<IOrderModuleService["updateOrders"]>[1]);
  };
  /** Part of the console's addresses. */
  let sellerCode: string | undefined;
  const tell = async (
    order: MedusaOrder,
    escrow: Escrow,
    { status, words = null }: { readonly status?: OrderStatus; readonly words?: string | null } = {},
  ): Promise<void> => {
    sellerCode ??= (await holdfast.account.get()).seller_code;
    const { status: holdfast_status, id, reference_code: holdfast_reference } = escrow;
    const holdfast_console = `${options.consoleUrl}/${sellerCode}/escrows/${id}`;
    const news = { holdfast_status, holdfast_escrow: id, holdfast_reference, holdfast_console, holdfast_url: null };
    await note(order, { ...news, holdfast_note: words }, status);
  };
  return { note, tell };
}

export function medusaAdapter(container: MedusaContainer, options: Options, holdfast: Holdfast): Adapter {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const { note, tell } = openNotes(container, options, holdfast);
  const find = (id: string): Promise<MedusaOrder> => readOrder(container, id);
  let looksBackMs = LOOKS_BACK_MS.atStart;

  return {
    platform: "medusa",
    orders: {
      toPay: async () => eachOf(await readUnpaid(container), idOf, (order) => toOrder(order, options)),
      cancelled: async (among) =>
        (await readOrders(container, among)).filter((order) => takenOf(order) !== null).map(idOf),
    },
    // What is shipped before it is paid is told once it is: the payment says in how many parts the order was sold.
    fulfilments: async (among) => eachOf(await readOrders(container, among), idOf, toFulfilments).flat(),
    refunds: async () => {
      const now = Date.now();
      const [from, to] = [new Date(now - looksBackMs), new Date(now - BOOKS_WITHIN_MS)];
      const refunds = await refundsBegun(container, { from, to });
      looksBackMs = LOOKS_BACK_MS.later;
      return refunds;
    },
    markOffered: async (id, url) => note(await find(id), { holdfast_url: url }),
    markFunded: async (id, escrow) => {
      const order = await find(id);
      const payment = ourPayment(order);
      if (payment === null) await authorize(payments, order, escrow);
      else await finishAuthorization(payments, order, payment);
      await tell(order, escrow);
    },
    markDisputed: async (id, escrow) => tell(await find(id), escrow, { status: OrderStatus.REQUIRES_ACTION }),
    markResumed: async (id, escrow) => tell(await find(id), escrow, { status: OrderStatus.PENDING }),
    markCompleted: async (id, escrow) => {
      const order = await find(id);
      await captureRest(container, ourPayment(order));
      await tell(order, escrow, { status: OrderStatus.PENDING });
      await completeOrderWorkflow(container).run({ input: { orderIds: [id] } });
    },
    markCancelled: async (id, escrow) => {
      const order = await find(id);
      // Medusa cancels no order with parcels that are on their way: people have to call them back.
      if (takenOf(order) === null && order.fulfillments.some(({ canceled_at: canceledAt }) => canceledAt === null))
        return tell(order, escrow, { status: OrderStatus.REQUIRES_ACTION });
      const taken = await cancelOrder(container, id);
      await giveBack(container, id);
      await tell(await find(id), escrow, taken === null || taken === "over" ? {} : { words: noteOf(escrow, taken) });
    },
    // How the money was split is told in the console; people book it.
    markSettled: async (id, escrow) => tell(await find(id), escrow, { status: OrderStatus.REQUIRES_ACTION }),
    markRefunded: async (id, refund, { own, isNew }) => {
      const words = (isNew ? await bookRefund(container, id, { refund, own }) : null) ?? failureOf(refund);
      if (words !== null) await note(await find(id), { holdfast_note: words });
    },
    // Only one whose answer Medusa could not wait for: where Medusa has booked it, it can't undo that.
    markRefundRefused: async (id, { id: own, reason }) => {
      const order = await find(id);
      const isKept = paymentsOf(order).some(({ refunds }) => refunds.some((refund) => refund.id === own));
      if (order.status === "canceled" || !isKept) return;
      const words = `Holdfast refused the refund ${own}, so nothing went back by it, though Medusa shows it: ${reason}`;
      await note(order, { holdfast_note: words }, OrderStatus.REQUIRES_ACTION);
    },
    noteEscrow: async (id, escrow) => {
      const order = await find(id);
      if (isGivenBack(escrow)) await giveBack(container, id);
      if (escrow.status === "COMPLETED") await captureRest(container, ourPayment(order));
      await tell(order, escrow, { words: noteOf(escrow, takenOf(order) ?? "over") });
    },
  };
}

/**
 * Cancels an order that only Holdfast was to pay. Medusa's own workflow gives back every payment that was captured, so the order's
 * collections are closed before it is looked at for the last time: from then on, Medusa books no other payment for it.
 * @returns why it was left as it is; null when it was cancelled
 */
export async function cancelOrder(container: MedusaContainer, id: string): Promise<Taken | null> {
  const before = await readOrder(container, id);
  const known = takenOf(before);
  if (known !== null) return known;
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const open = before.payment_collections.filter(({ status }) => status !== "canceled");
  for (const collection of open) await setStatus(payments, collection.id, { status: "canceled" });
  const now = await readOrder(container, id);
  const taken = takenOf(now);
  if (taken !== null) {
    for (const { id: collection, status } of open) {
      const booked = now.payment_collections.find((one) => one.id === collection)?.payments ?? [];
      const isCaptured = booked.some((payment) => payment.captured_at !== null);
      const isAuthorized = booked.some((payment) => payment.canceled_at === null);
      await setStatus(payments, collection, {
        status: isCaptured ? "completed" : isAuthorized ? "authorized" : status,
      });
    }
    return taken;
  }
  await booking(() => cancelOrderWorkflow(container).run({ input: { order_id: id } }));
  return null;
}

const setStatus = (payments: IPaymentModuleService, id: string, changes: object): Promise<unknown> =>
  payments.updatePaymentCollections(id, changes as Parameters<IPaymentModuleService["updatePaymentCollections"]>[1]);

/** What is held is what was paid, so the payment takes its amount from the escrow. */
async function authorize(payments: IPaymentModuleService, order: MedusaOrder, escrow: Escrow): Promise<void> {
  const session = unpaidSession(order);
  if (session === null)
    throw new Error("Medusa has no payment by Holdfast for it: add one, or cancel the escrow in the console");
  const amount = Number(escrow.amount);
  if (Number(session.amount) !== amount)
    await payments.updatePaymentSession({ id: session.id, amount, currency_code: session.currency_code, data: {} });
  await payments.authorizePaymentSession(session.id, { escrow: escrow.id });
}

/** Medusa makes the payment first, and its collection's status in another transaction: a crash in between leaves it awaiting. */
async function finishAuthorization(
  payments: IPaymentModuleService,
  order: MedusaOrder,
  { id, amount }: MedusaPayment,
): Promise<void> {
  const collection = order.payment_collections.find((one) => one.payments.some((payment) => payment.id === id));
  if (collection?.status !== "awaiting") return;
  const status = Number(amount) < Number(collection.amount) ? "partially_authorized" : "authorized";
  await setStatus(payments, collection.id, { status, authorized_amount: Number(amount) });
}

const HELD: readonly unknown[] = ["IN_ESCROW", "WORK_IN_PROGRESS", "DISPUTED"];

/** Whether the order's total is bound by money that is held; people may have captured its payment already. */
export function isHeld(order: MedusaOrder): boolean {
  const payment = ourPayment(order);
  if (payment === null || escrowOf(payment.data) === null || payment.canceled_at !== null) return false;
  return payment.captured_at === null || HELD.includes(order.metadata?.["holdfast_status"]);
}
