/**
 * The payment method. A payment of it means that the order's money is held in escrow: it is added by the bridge, once that is so, and
 * by nobody else. A refund is pending first, and made by the bridge once Vendure has kept it: so no money goes back for one that Vendure
 * forgot, and none twice.
 */
import { LanguageCode, PaymentMethodHandler, type RequestContext } from "@vendure/core";

export const HANDLER_CODE = "holdfast";

/** In a refund's metadata, under `holdfast`: that the shop asked for it. One that was begun at Holdfast has its `RF-` id there. */
export const ASKED = "asked";

/** Within these, the bridge books what goes back anyway: the `RF-` id of a refund, or null for what an escrow that ended gives back. */
const bookings = new WeakMap<RequestContext, string | null>();

/** Runs what creates a refund that is Holdfast's already. */
export async function booking<Result>(
  ctx: RequestContext,
  refund: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  bookings.set(ctx, refund);
  try {
    return await work();
  } finally {
    bookings.delete(ctx);
  }
}

export const escrowHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: "Escrow by Holdfast" }],
  args: {},
  createPayment: (ctx, _order, amount, _args, metadata) => {
    if (ctx.apiType !== "custom" || typeof metadata["escrow"] !== "string")
      return { amount, state: "Declined", errorMessage: "Pay on the page that payWithEscrow leads to." };
    // What is held, which is more than what was left to pay when the buyer has paid in another way as well.
    const { escrow, reference, held = amount } = metadata;
    return {
      amount: Number(held),
      state: "Settled",
      transactionId: escrow,
      metadata: { escrow, public: { reference } },
    };
  },
  settlePayment: () => ({ success: true }),
  createRefund: (ctx) => {
    const booked = bookings.get(ctx);
    if (booked === undefined) return { state: "Pending", metadata: { holdfast: ASKED } };
    return { state: "Pending", ...(booked === null ? {} : { transactionId: booked, metadata: { holdfast: booked } }) };
  },
});
