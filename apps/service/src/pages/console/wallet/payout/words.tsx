import type { JSX } from "preact";
import type { PayoutStatus } from "../../../../domain/states.js";
import type { PayoutView } from "../../../../store/read/money/wallet.js";

/** Where a payout is. */
export const STANDINGS: Readonly<Record<PayoutStatus, (payout: PayoutView) => JSX.Element | string>> = {
  REQUESTED: () => "The amount is set aside. It leaves within a minute; until then you can cancel.",
  SENT: ({ tries }) =>
    tries > 1
      ? "It is on its way, and takes longer than usual. We keep asking; there is nothing to do for you."
      : "It is on its way. This takes moments by mobile money, and up to a day by bank.",
  PARKED: () =>
    "Nobody has told us yet whether it arrived. Our support looks into it; the amount stays set aside meanwhile, so it can't be paid twice.",
  PAID: () => "The money has left. It is not in your wallet any more.",
  FAILED: ({ failure }) => (
    <>
      The other side refused it: <bdi>“{failure}”</bdi> The money is back in your wallet.
    </>
  ),
  RETURNED: ({ failure }) => (
    <>
      It was paid, and came back: <bdi>“{failure}”</bdi> The money is in your wallet again. Check where it goes before
      you send it once more.
    </>
  ),
  CANCELLED: () => "It was called back before it left. The money is back in your wallet.",
};
