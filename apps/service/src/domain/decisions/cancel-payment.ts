import type { PaymentId } from "../ids.js";
import type { Decision, Escrow, Payment, ProviderCall } from "../model.js";
import { refused } from "../result.js";
import type { PaymentFailure } from "../states.js";
import { failPayment } from "./record-payment.js";

/**
 * A payment that waits is given up: by its buyer, or because nothing was heard of it until its own deadline. The provider
 * is told; should the money arrive all the same, it is booked as any other (a success settles a failure).
 *
 * @param known the escrow's open payments, and the one that is meant.
 * @returns refused with `on_its_way` or `already_paid` when it is too late.
 */
export function decideCancelPayment(
  escrow: Escrow,
  known: readonly Payment[],
  { payment: id, failure, now }: { payment: PaymentId; failure: PaymentFailure; now: number },
): Decision<"not_found" | "on_its_way" | "already_paid"> {
  const payment = known.find((one) => one.id === id);
  if (payment === undefined) return refused("not_found");
  switch (payment.status) {
    case "FAILED":
      return { ok: true };
    case "CREATED": {
      const closed = closePayment(payment, now, failure);
      return { ...failPayment(escrow, closed.payment, known), calls: [closed.call] };
    }
    // What is on its way can't be called back, and what has arrived is refunded by other verbs.
    case "PENDING":
      return refused("on_its_way");
    case "SUCCEEDED":
      return refused("already_paid");
    default:
      return payment.status satisfies never;
  }
}

/** An open payment as given up, and what its provider is to be told. */
export function closePayment(
  payment: Payment,
  now: number,
  failure: PaymentFailure = "cancelled",
): { readonly payment: Payment; readonly call: ProviderCall } {
  return {
    payment: { ...payment, status: "FAILED", failure },
    call: { kind: "cancel", provider: payment.provider, payment: payment.id, at: now },
  };
}
