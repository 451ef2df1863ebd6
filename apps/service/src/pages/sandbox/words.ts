import type { Played, PlayedOrder } from "../../providers/sandbox/play.js";
import type { IconName } from "../kit/icons.js";

/** What came of what was played. */
export const SAID: Readonly<Record<Played, { readonly tone: string; readonly icon: IconName; readonly text: string }>> =
  {
    approved: { tone: "text-success", icon: "circle-check", text: "Paid. The shop’s page knows it in a moment." },
    received: { tone: "text-success", icon: "circle-check", text: "The money has arrived, and the shop is told." },
    declined: { tone: "text-warning", icon: "circle-x", text: "Declined. Nothing was paid." },
    wrong_pin: {
      tone: "text-error",
      icon: "circle-alert",
      text: "That PIN is wrong. After three wrong ones it is over.",
    },
    challenged: { tone: "text-warning", icon: "circle-alert", text: "The issuer asks whether it is really you." },
    invalid: { tone: "text-error", icon: "circle-alert", text: "That can’t be used here. Check what you typed." },
    inquired: { tone: "text-warning", icon: "circle-alert", text: "The seller is asked. No money has moved." },
    taken_back: {
      tone: "text-warning",
      icon: "circle-alert",
      text: "The money is taken back, and the seller is told.",
    },
    won: { tone: "text-success", icon: "circle-check", text: "Decided for the seller, who keeps the money." },
    lost: { tone: "text-success", icon: "circle-check", text: "Decided for the payer, who keeps the money." },
    too_late: { tone: "text-error", icon: "circle-alert", text: "Too late: nothing waits for that any more." },
  };

/** How an order ended, where nothing can be done about it any more. */
export const OVER: Readonly<Record<PlayedOrder["status"], string>> = {
  OPEN: "It was not answered in time.",
  CHALLENGED: "It was not answered in time.",
  SUCCEEDED: "It is paid. There is nothing more to do here.",
  FAILED: "It has failed. The shop’s page offers another try.",
  CANCELLED: "The shop does not ask for it any more.",
};
