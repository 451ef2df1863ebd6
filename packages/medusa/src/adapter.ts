/** Medusa behind the bridge's adapter: what its orders are, and what an escrow's state makes of them. */
import type { Adapter } from "@holdfast/bridge";
import type { Escrow, Holdfast } from "@holdfast/sdk";
import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, OrderStatus } from "@medusajs/framework/utils";
import { cancelOrderWorkflow, capturePaymentWorkflow, completeOrderWorkflow } from "@medusajs/medusa/core-flows";
import type { Options } from "./options.js";
import {
  type MedusaOrder,
  type MedusaPayment,
  ourPayment,
  paymentsOf,
  readOrders,
  readUnpaid,
  toFulfilments,
  toOrder,
  unpaidSession,
} from "./orders.js";
import { escrowOf, isOurs } from "./payment.js";

export function medusaAdapter(container: MedusaContainer, options: Options, holdfast: Holdfast): Adapter {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);

  const read = async (id: string): Promise<MedusaOrder> => {
    const [order] = await readOrders(container, [id]);
    if (order === undefined) throw new Error(`Medusa has no order ${id}`);
    return order;
  };
  /** What people see of it in the admin, and a storefront in the order. */
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
  const tell = async (order: MedusaOrder, escrow: Escrow, status?: OrderStatus): Promise<void> => {
    sellerCode ??= (await holdfast.account.get()).seller_code;
    const { status: holdfast_status, id, reference_code: holdfast_reference } = escrow;
    const holdfast_console = `${options.consoleUrl}/${sellerCode}/escrows/${id}`;
    const news = { holdfast_status, holdfast_escrow: id, holdfast_reference, holdfast_console, holdfast_url: null };
    await note(order, news, status);
  };

  return {
    platform: "medusa",
    orders: {
      toPay: async () => (await readUnpaid(container)).map((order) => toOrder(order, options)),
      cancelled: async (among) =>
        (await readOrders(container, among))
          .filter((order) => order.status === OrderStatus.CANCELED || isPaidElsewhere(order))
          .map(({ id }) => id),
    },
    // What is shipped before it is paid is told once it is: the payment says in how many parts the order was sold.
    fulfilments: async (among) => (await readOrders(container, among)).flatMap(toFulfilments),
    markOffered: async (id, url) => note(await read(id), { holdfast_url: url }),
    markFunded: async (id, escrow) => {
      const order = await read(id);
      const payment = ourPayment(order);
      if (payment === null) await authorize(payments, order, escrow);
      else await finishAuthorization(payments, order, payment);
      await tell(order, escrow);
    },
    markDisputed: async (id, escrow) => tell(await read(id), escrow, OrderStatus.REQUIRES_ACTION),
    markResumed: async (id, escrow) => tell(await read(id), escrow, OrderStatus.PENDING),
    markCompleted: async (id, escrow) => {
      const order = await read(id);
      const payment = ourPayment(order);
      if (payment !== null && payment.captured_at === null)
        await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } });
      await tell(order, escrow, OrderStatus.PENDING);
      await completeOrderWorkflow(container).run({ input: { orderIds: [id] } });
    },
    markCancelled: async (id, escrow) => {
      const order = await read(id);
      if (order.status !== OrderStatus.CANCELED) {
        // Medusa cancels no order with parcels that are on their way: people have to call them back.
        if (order.fulfillments.some(({ canceled_at: canceledAt }) => canceledAt === null))
          return tell(order, escrow, OrderStatus.REQUIRES_ACTION);
        await cancelOrderWorkflow(container).run({ input: { order_id: id } });
      }
      const payment = ourPayment(order);
      if (payment !== null && payment.canceled_at === null) await payments.cancelPayment(payment.id);
      await tell(order, escrow);
    },
    // How the money was split is told in the console; people book it.
    markSettled: async (id, escrow) => tell(await read(id), escrow, OrderStatus.REQUIRES_ACTION),
  };
}

/** Booked by hand, or by another provider. */
const isPaidElsewhere = (order: MedusaOrder): boolean =>
  paymentsOf(order).some((payment) => !isOurs(payment.provider_id) && payment.captured_at !== null);

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
  const changes = { status, authorized_amount: Number(amount) };
  await payments.updatePaymentCollections(
    collection.id,
    changes as Parameters<IPaymentModuleService["updatePaymentCollections"]>[1],
  );
}

/** Whether the order's total is bound by money that is held. */
export function isHeld(order: MedusaOrder): boolean {
  const payment = ourPayment(order);
  return (
    payment !== null && escrowOf(payment.data) !== null && payment.captured_at === null && payment.canceled_at === null
  );
}
