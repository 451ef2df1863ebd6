import type { JSX } from "preact";
import type { ListedDispute } from "../../../store/read/orders/disputes.js";
import { Badge } from "../../kit/badge.js";

/** Whose turn it is, as the seller reads it. */
export function TurnBadge({
  dispute: { waitsFor, offersBy },
}: {
  dispute: Pick<ListedDispute, "waitsFor" | "offersBy">;
}): JSX.Element {
  if (offersBy.includes("buyer")) return <Badge tone="waiting" icon="scale" text="Offer to answer" />;
  if (waitsFor.length === 1 && waitsFor[0] === "buyer")
    return <Badge tone="calm" icon="hourglass" text="Buyer's turn" />;
  return <Badge tone="waiting" icon="clock" text={waitsFor.length === 1 ? "Your turn" : "Both may write"} />;
}
