/** What people of a shop read of an escrow that moves its order no more. */
import type { Escrow, EscrowStatus } from "@holdfast/sdk";

/** Why the order is the shop's alone: another payment pays it, it has another payment method now, or it is over. */
export type Taken = "paid" | "switched" | "over";

const WHY: Readonly<Record<Taken, string>> = {
  paid: "is paid in another way",
  switched: "has another payment method now",
  over: "was cancelled or refunded here",
};

const GIVEN_BACK: ReadonlySet<EscrowStatus> = new Set(["CANCELLED", "DECLINED", "DEADLINE_EXPIRED"]);

/** Whether all that was paid went back, or nothing ever was. */
export const isGivenBack = ({ status }: Pick<Escrow, "status">): boolean => GIVEN_BACK.has(status);

const ENDED: Readonly<Partial<Record<EscrowStatus, string>>> = {
  CANCELLED: "was cancelled",
  DECLINED: "was declined",
  DEADLINE_EXPIRED: "was not paid in time",
};

/** What happened, and what to do. */
export function noteOf(escrow: Escrow, taken: Taken): string {
  const { reference_code: code, status } = escrow;
  if (isGivenBack(escrow)) {
    const money = escrow.funded_amount === "0.00" ? "" : " What the buyer paid by it goes back to them.";
    return `Escrow ${code} ${ENDED[status]}. This order ${WHY[taken]}, so it stays as it is.${money}`;
  }
  if (status === "COMPLETED")
    return `The buyer approved escrow ${code}, and its money is in your wallet, but this order ${WHY[taken]}. Pay the buyer back if it isn't yours.`;
  if (status === "CLOSED")
    return `The dispute about escrow ${code} was settled. The escrow console shows what went back to the buyer.`;
  if (status === "DISPUTED") return `The buyer disputes escrow ${code}. Answer in the escrow console.`;
  const found =
    taken === "paid"
      ? `The buyer has paid twice: this order is paid in another way, and by escrow ${code} too.`
      : `The buyer has paid for this order by escrow ${code}, but it ${WHY[taken]}.`;
  return `${found} Cancel the escrow in the console, and they get that money back.`;
}
