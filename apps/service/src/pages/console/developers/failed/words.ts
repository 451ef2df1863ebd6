import type { Asked } from "../../../kit/answer.js";
import { plural } from "../parts.js";

/** What came of the form, as the address tells it; null for nothing of ours. */
export function saidIn({ query: { said, count = "" } }: Pick<Asked, "query">): string | null {
  const sent = /^\d{1,3}$/.test(count) ? Number(count) : 0;
  switch (said) {
    case "none":
      return "Choose at least one delivery to resend.";
    case "resent":
      return sent === 0
        ? "Nothing to resend: those events were delivered since, or are being sent."
        : `${plural(sent, "event is", "events are")} being resent, each as a new delivery.`;
    case "held":
      return `${plural(sent, "event is", "events are")} held and will be sent when the endpoint is enabled.`;
    default:
      return null;
  }
}
