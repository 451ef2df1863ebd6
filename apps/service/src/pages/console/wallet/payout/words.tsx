import type { JSX } from "preact";
import type { PayoutStatus } from "../../../../domain/states.js";
import type { PayoutView } from "../../../../store/read/money/wallet.js";

/** Where a payout is. */
export const STANDINGS: Readonly<Record<PayoutStatus, (payout: PayoutView) => JSX.Element | string>> = {
  REQUESTED: () => "The amount is set aside. It leaves within a minute; until then you can cancel.",
  SENT: ({ tries }) =>
    tries > 1
      ? "It is on its way but takes longer than usual. We keep checking; you don't need to do anything."
      : "It is on its way. This takes moments by mobile money, and up to a day by bank.",
  PARKED: () =>
    "We don't know yet whether it arrived. Our support team is looking into it. The amount stays set aside, so it can't be paid twice.",
  PAID: () => "The money has been sent. It is no longer in your wallet.",
  FAILED: ({ failure }) => (
    <>
      The payout was refused: <bdi>“{failure}”</bdi> The money is back in your wallet.
    </>
  ),
  RETURNED: ({ failure }) => (
    <>
      It was sent back: <bdi>“{failure}”</bdi> The money is in your wallet again. Check where it goes before you send it
      once more.
    </>
  ),
  CANCELLED: () => "It was cancelled before it was sent. The money is back in your wallet.",
};
