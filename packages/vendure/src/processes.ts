/** What must not happen to an order while a buyer's money is on its way, held or disputed. */
import type { FulfillmentProcess, OrderProcess, VendureConfig } from "@vendure/core";
import { Order, TransactionalConnection } from "@vendure/core";
import { EscrowService } from "./service.js";

let escrows: EscrowService;
let connection: TransactionalConnection;

/** A buyer goes back to the cart: the link stops to work first, so nobody pays what is no longer the price. */
export const escrowOrderProcess: OrderProcess<never> = {
  init: (injector) => {
    escrows = injector.get(EscrowService);
    connection = injector.get(TransactionalConnection);
  },
  onTransitionStart: async (from, to, { order }) => {
    if (from !== "ArrangingPayment" || to !== "AddingItems") return;
    if (!(await escrows.withdrawLink(order.code)))
      return "This order is being paid. Finish or cancel the payment first.";
  },
  onTransitionEnd: async (from, to, { ctx, order }) => {
    if (from !== "ArrangingPayment" || to !== "AddingItems") return;
    const customFields = { escrowRequestedAt: null, escrowUrl: null, escrowStatus: null };
    await connection.getRepository(ctx, Order).update(order.id, { customFields });
    Object.assign(order.customFields, customFields);
  },
};

/** Nothing leaves the shop while the buyer disputes what did. */
export const escrowFulfillmentProcess: FulfillmentProcess<never> = {
  onTransitionStart: (_from, to, { orders }) => {
    if (to !== "Shipped") return;
    const disputed = orders.find(({ customFields }) => customFields.escrowStatus === "DISPUTED");
    if (disputed !== undefined)
      return `The buyer disputes order ${disputed.code}. Answer in the Holdfast console first.`;
  },
};

type RefundProcess = NonNullable<VendureConfig["paymentOptions"]["refundProcess"]>[number];

/** A refund by Holdfast waits as Pending, and is settled or failed by what became of it, and by nobody's word. */
export const escrowRefundProcess: RefundProcess = {
  transitions: { Pending: { to: ["Pending"] } },
  onTransitionStart: (_from, to, { ctx, refund }) => {
    if (to === "Pending" || refund.metadata["holdfast"] === undefined || ctx.apiType === "custom") return;
    return "Holdfast settles this refund once the buyer has the money, or says why it failed.";
  },
};
