/** What goes back, in Medusa's books: each refund once, whoever began it. Nothing here moves money. */
import type { RefundNews } from "@holdfast/bridge";
import type { Refund } from "@holdfast/sdk";
import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, OrderStatus } from "@medusajs/framework/utils";
import {
  capturePaymentWorkflow,
  createOrderCreditLinesWorkflow,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows";
import { capturedOf, type MedusaOrder, type MedusaPayment, ourPayment, paymentsOf, refundedOf } from "./orders.js";
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
export async function giveBack(container: MedusaContainer, order: MedusaOrder): Promise<void> {
  const payment = ourPayment(order);
  if (payment === null || payment.canceled_at !== null) return;
  const amount = rounded(capturedOf(payment) - refundedOf(payment));
  if (amount > 0)
    await refund(container, order, { payment_id: payment.id, amount, note: "The escrow was cancelled", metadata: {} });
  if (payment.captured_at === null)
    await booking(() => container.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(payment.id));
}

type Booked = {
  readonly payment_id: string;
  readonly amount: number;
  readonly note: string;
  readonly metadata: Record<string, unknown>;
};

/** Medusa's workflow books nothing for an order that is cancelled. */
async function refund(container: MedusaContainer, order: MedusaOrder, input: Booked): Promise<void> {
  if (order.status !== OrderStatus.CANCELED)
    return void (await booking(() => refundPaymentWorkflow(container).run({ input })));
  await booking(() => container.resolve<IPaymentModuleService>(Modules.PAYMENT).refundPayment(input));
}

/** What Medusa has begun to book, it may be booking still. */
const BOOKS_WITHIN_MS = 10_000;

/**
 * Books one that Medusa doesn't have, or has not booked to its end. Medusa refunds only what was captured, so as much is captured first: what people
 * have captured is for refunds of their own.
 * @returns what people have to do by hand; null where it is booked
 */
export async function bookRefund(
  container: MedusaContainer,
  order: MedusaOrder,
  { refund: made, own, isNew }: { readonly refund: Refund } & Pick<RefundNews, "own" | "isNew">,
): Promise<string | null> {
  const payment = paymentsOf(order).find(({ data }) => escrowOf(data) === made.escrow_id);
  const known = payment?.refunds.find(({ id, metadata }) => id === own || metadata?.["holdfast"] === made.id);
  if (known !== undefined) {
    if (isNew && Date.now() - new Date(known.created_at).getTime() < BOOKS_WITHIN_MS && known.id === own)
      throw new Error(`Medusa is booking the refund ${own}`);
    if (isNew) await finish(container, order, { id: known.id, made });
    return null;
  }
  const amount = Number(made.amount);
  const told = `Holdfast gave ${made.amount} back to the buyer (${made.id})`;
  if (
    payment === undefined ||
    payment.canceled_at !== null ||
    rounded(Number(payment.amount) - refundedOf(payment)) < amount
  )
    return `${told}. No payment of this order has so much left to refund: book it by hand.`;
  const open = rounded(Number(payment.amount) - capturedOf(payment));
  if (open > 0) await capture(container, payment, Math.min(amount, open));
  await refund(container, order, { payment_id: payment.id, amount, note: told, metadata: { holdfast: made.id } });
  return null;
}

/** Medusa keeps the refund first, and what the order owes less behind it: a crash in between leaves the order's balance without it. */
async function finish(
  container: MedusaContainer,
  { id, status }: MedusaOrder,
  { id: reference_id, made }: { readonly id: string; readonly made: Refund },
): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const reference = "refund";
  if ((await orders.listOrderTransactions({ order_id: id, reference, reference_id })).length > 0) return;
  const amount = Number(made.amount);
  await orders.addOrderTransactions({ order_id: id, amount: -amount, currency_code: "usd", reference, reference_id });
  if (status === OrderStatus.CANCELED) return;
  const credit = { amount, reference, reference_id };
  await createOrderCreditLinesWorkflow(container).run({ input: { id, credit_lines: [credit] } });
}

/** What did not reach the buyer, and who sees to it; null where it did, or may. */
export function failureOf({ id, amount, status }: Refund): string | null {
  if (status !== "FAILED" && status !== "PARTIALLY_RETURNED") return null;
  const happened = status === "FAILED" ? "did not reach the buyer" : "came back in part";
  return `Refund ${id} of ${amount} ${happened}. Holdfast's operator sees to it: don't refund it again.`;
}
