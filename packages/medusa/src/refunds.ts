/** What goes back, in Medusa's books: each refund once, whoever began it. Nothing here moves money. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RefundNews } from "@holdfast/bridge";
import type { Refund } from "@holdfast/sdk";
import type {
  IEventBusModuleService,
  ILockingModule,
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
  OrderTransactionDTO,
} from "@medusajs/framework/types";
import { Modules, OrderChangeType, OrderStatus, PaymentEvents } from "@medusajs/framework/utils";
import { capturePaymentWorkflow, createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows";
import {
  balanceOf,
  capturedOf,
  type MedusaOrder,
  type MedusaPayment,
  ourPayment,
  paymentsOf,
  readOrder,
  refundedOf,
  sumOf,
} from "./orders.js";
import { booking, escrowOf } from "./payment.js";

const rounded = (amount: number): number => Math.round(amount * 100) / 100;

/** What was released, less what is booked as captured already, by people or because it went back. */
export async function captureRest(container: MedusaContainer, payment: MedusaPayment | null): Promise<void> {
  if (payment === null || payment.captured_at !== null) return;
  await capture(container, payment, rounded(Number(payment.amount) - capturedOf(payment)));
}

const capture = (container: MedusaContainer, { id }: MedusaPayment, amount: number): Promise<unknown> =>
  booking(() => capturePaymentWorkflow(container).run({ input: { payment_id: id, amount } }));

/** All of an escrow that ended went back: what is captured is refunded, and the rest is given up. */
export const giveBack = (container: MedusaContainer, id: string): Promise<void> =>
  inTurn(container, id, async () => {
    const order = await readOrder(container, id);
    const payment = ourPayment(order);
    if (payment === null || payment.canceled_at !== null) return;
    const amount = rounded(capturedOf(payment) - refundedOf(payment));
    const note = "The escrow was cancelled";
    await settle(container, { order, payment }, null);
    if (amount > 0) await book(container, { order, payment }, { amount, note, metadata: { holdfast: "cancelled" } });
    if (payment.captured_at === null)
      await booking(() => container.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(payment.id));
  });

/** A refund that Medusa has kept, it may be booking still. */
export const BOOKS_WITHIN_MS = 10_000;

const TURN_WITHIN_S = 30;

/**
 * Runs what books a refund of an order while nothing else of ours does. Medusa, after its own refund was asked for, writes the transaction of
 * every refund that has none, each with the amount of its own: so ours are written as a whole before the provider answers.
 */
export const inTurn = <Result>(
  container: MedusaContainer,
  order: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  container
    .resolve<ILockingModule>(Modules.LOCKING)
    .execute(`holdfast-refund:${order}`, work, { timeout: TURN_WITHIN_S });

/**
 * Until what is being booked of an order is booked: the refunds that people began before this one, and ours. Medusa makes one change of an order at a
 * time, and two that meet spoil the order. What takes longer than a booking may was cut off, and is set right later.
 */
export async function waitForEarlier(container: MedusaContainer, order: string, id: string): Promise<void> {
  // Not in turn: the earlier ones take their turns meanwhile.
  for (const end = Date.now() + BOOKS_WITHIN_MS; Date.now() < end; await sleep(100))
    if (await areBooked(container, await readOrder(container, order), id)) break;
  await inTurn(container, order, async () => undefined);
}

/** Ids of Medusa's grow with time. */
async function areBooked(container: MedusaContainer, order: MedusaOrder, before: string): Promise<boolean> {
  const earlier = paymentsOf(order).flatMap(({ refunds }) => refunds.filter(({ id }) => id < before));
  const young = earlier.filter(({ created_at: created }) => !isOld(created));
  if (young.length === 0) return true;
  for (const refund of young) if (!(await isRight(container, order.id, refund))) return false;
  const { lines } = await balanceOf(container, order.id);
  return sumOf(lines) >= sumOf(earlier);
}

/**
 * Books one that Medusa doesn't have, or has not booked to its end. Medusa refunds only what was captured, so as much is captured first: what people
 * have captured is for refunds of their own.
 * @returns what people have to do by hand; null where it is booked
 * @throws while Medusa books one of its own, which must not meet ours
 */
export const bookRefund = (
  container: MedusaContainer,
  id: string,
  { refund: made, own }: { readonly refund: Refund } & Pick<RefundNews, "own">,
): Promise<string | null> =>
  inTurn(container, id, async () => {
    const order = await readOrder(container, id);
    const payment = paymentsOf(order).find(({ data }) => escrowOf(data) === made.escrow_id);
    const known = payment?.refunds.find((refund) => refund.id === own || isOf(made, refund));
    if (payment !== undefined && known !== undefined) {
      await settle(container, { order, payment }, known);
      return null;
    }
    const amount = Number(made.amount);
    const note = `Holdfast gave ${made.amount} back to the buyer (${made.id})`;
    if (
      payment === undefined ||
      payment.canceled_at !== null ||
      rounded(Number(payment.amount) - refundedOf(payment)) < amount
    )
      return `${note}. No payment of this order has so much left to refund: book it by hand.`;
    await waitForMedusa(container, { order, payment });
    const open = rounded(Number(payment.amount) - capturedOf(payment));
    if (open > 0) await capture(container, payment, Math.min(amount, open));
    await book(container, { order, payment }, { amount, note, metadata: { holdfast: made.id } });
    return null;
  });

/** Begun at Holdfast, or given back as the escrow ended. */
const isOurs = ({ metadata }: Kept): boolean => metadata?.["holdfast"] !== undefined;

const isOf = ({ id }: Refund, { metadata }: Kept): boolean => metadata?.["holdfast"] === id;

type Paid = { readonly order: MedusaOrder; readonly payment: MedusaPayment };

type Kept = MedusaPayment["refunds"][number];

/** Transactions of Medusa's orders that say what went back. */
const REFUND = "refund";

const transactionsOf = (
  container: MedusaContainer,
  order: string,
  refund: string,
): Promise<readonly OrderTransactionDTO[]> =>
  container
    .resolve<IOrderModuleService>(Modules.ORDER)
    .listOrderTransactions({ order_id: order, reference: REFUND, reference_id: refund });

/** What the order's transactions lack of a refund, or have too much of it. */
const lackOf = (transactions: readonly OrderTransactionDTO[], { amount }: Kept): number =>
  rounded(-Number(amount) - transactions.reduce((sum, transaction) => sum + Number(transaction.amount), 0));

const isRight = async (container: MedusaContainer, order: string, refund: Kept): Promise<boolean> =>
  lackOf(await transactionsOf(container, order, refund.id), refund) === 0;

const isOld = (created: string | Date): boolean => Date.now() - new Date(created).getTime() >= BOOKS_WITHIN_MS;

/** @throws where a refund that people began a moment ago is not booked to its end, or people edit the order: Medusa makes one change at a time. */
async function waitForMedusa(container: MedusaContainer, { order: { id }, payment }: Paid): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  for (const refund of payment.refunds.filter((one) => !isOurs(one))) {
    if (!isOld(refund.created_at) && !(await isRight(container, id, refund)))
      throw new Error(`Medusa is booking the refund ${refund.id}`);
  }
  for (const change of await orders.listOrderChanges({ order_id: id, status: ["pending", "requested"] })) {
    const isLeft = String(change.change_type) === OrderChangeType.CREDIT_LINE && isOld(change.created_at);
    if (!isLeft) throw new Error("the order is being edited in Medusa, so the refund is booked after that");
    // Of a refund whose booking was cut off, or met another one: Medusa would change nothing of the order any more.
    await orders.cancelOrderChange(change.id);
  }
}

/** Looks after one that Medusa has kept, and after all that were begun at Holdfast. */
async function settle(container: MedusaContainer, { order, payment }: Paid, known: Kept | null): Promise<void> {
  const unsettled: Kept[] = [];
  for (const refund of payment.refunds)
    if ((refund === known || isOurs(refund)) && !(await isSettled(container, order, refund))) unsettled.push(refund);
  if (unsettled.length === 0) return;
  await waitForMedusa(container, { order, payment });
  for (const refund of unsettled) await setRight(container, order, refund);
}

/** Whether the order owes less by it. For one that people began, Medusa writes credit lines that don't name it. */
async function isSettled(container: MedusaContainer, order: MedusaOrder, refund: Kept): Promise<boolean> {
  if (!(await isRight(container, order.id, refund))) return false;
  return !isOurs(refund) || (await missingCredit(container, order, refund)) === 0;
}

/** Medusa's own lines name no refund, so that they are counted. What the order owed its buyer anyway needs none. */
async function missingCredit(container: MedusaContainer, order: MedusaOrder, refund: Kept): Promise<number> {
  if (order.status === OrderStatus.CANCELED) return 0;
  const { owed, lines } = await balanceOf(container, order.id);
  if (lines.some((line) => line.reference_id === refund.id)) return 0;
  const refunded = paymentsOf(order).reduce((sum, payment) => sum + refundedOf(payment), 0);
  return Math.max(0, rounded(Math.min(Number(refund.amount), owed, refunded - sumOf(lines))));
}

type Booking = { readonly amount: number; readonly note: string; readonly metadata: Record<string, unknown> };

/** Medusa's own workflow would write transactions of refunds that are not its own. */
async function book(
  container: MedusaContainer,
  { order, payment: { id: payment_id } }: Paid,
  input: Booking,
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const { refunds = [] } = await booking(() => payments.refundPayment({ payment_id, ...input }));
  const kept = (refunds as unknown as readonly Kept[]).find(
    ({ metadata }) => metadata?.["holdfast"] === input.metadata["holdfast"],
  );
  if (kept !== undefined) await setRight(container, await readOrder(container, order.id), kept);
  await container
    .resolve<IEventBusModuleService>(Modules.EVENT_BUS)
    .emit({ name: PaymentEvents.REFUNDED, data: { id: payment_id } });
}

/**
 * Medusa keeps a refund first, and behind it what the order owes less: a transaction, and a credit line for what the buyer would else have to pay
 * again. A fall in between leaves the order without them, and two refunds at once with the amount of one for both.
 */
async function setRight(container: MedusaContainer, order: MedusaOrder, refund: Kept): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const named = { reference: REFUND, reference_id: refund.id };
  // Medusa takes a transaction that it deletes off an earlier state of the order, so another one makes up for it.
  const lack = lackOf(await transactionsOf(container, order.id, refund.id), refund);
  if (lack !== 0)
    await orders.addOrderTransactions({ order_id: order.id, amount: lack, currency_code: "usd", ...named });
  const amount = await missingCredit(container, order, refund);
  if (amount === 0) return;
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: order.id, credit_lines: [{ amount, ...named }] },
  });
}

/** What did not reach the buyer, and who sees to it; null where it did, or may. */
export function failureOf({ id, amount, status }: Refund): string | null {
  if (status !== "FAILED" && status !== "PARTIALLY_RETURNED") return null;
  const happened = status === "FAILED" ? "did not reach the buyer" : "came back in part";
  return `Refund ${id} of ${amount} ${happened}. Holdfast's operator sees to it: don't refund it again.`;
}
