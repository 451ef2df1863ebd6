/**
 * The payment method. A payment of it means that the order's money is held in escrow: it is added by the bridge, once that is so, and
 * by nobody else. A refund stays pending until the escrow has ended, since money that is held goes back from the console.
 */
import { LanguageCode, PaymentMethodHandler } from "@vendure/core";

export const HANDLER_CODE = "holdfast";

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
});
