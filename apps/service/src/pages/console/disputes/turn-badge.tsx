import type { JSX } from "preact";
import type { ListedDispute } from "../../../store/read/orders/disputes.js";
import { Badge } from "../../kit/badge.js";
import { useWords } from "../../kit/language.js";
import { turnBadgeWords } from "./words.js";

/** Whose turn it is, as the seller reads it. */
export function TurnBadge({
  dispute: { waitsFor, offersBy, decider },
}: {
  dispute: Pick<ListedDispute, "waitsFor" | "offersBy" | "decider">;
}): JSX.Element {
  const words = useWords(turnBadgeWords);
  if (decider === "bank") return <Badge tone="calm" icon="landmark" text={words.bank} />;
  if (decider === "operator") return <Badge tone="calm" icon="scale" text={words.operator} />;
  if (offersBy.includes("buyer")) return <Badge tone="waiting" icon="scale" text={words.offer} />;
  if (waitsFor.length === 1 && waitsFor[0] === "buyer")
    return <Badge tone="calm" icon="hourglass" text={words.buyer} />;
  return <Badge tone="waiting" icon="clock" text={waitsFor.length === 1 ? words.you : words.both} />;
}
