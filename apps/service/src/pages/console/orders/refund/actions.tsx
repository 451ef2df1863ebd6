import { refundOrder } from "../../../../commands/refund-order.js";
import { parseUuid } from "../../../../domain/ids.js";
import { parseCents } from "../../../../domain/money.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { CONFLICT } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { loadEscrowStory } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import { askOf, previewRefund, type RefundServices, readTyped } from "./load.js";
import { RefundPage } from "./view.js";

/** Gives back what was agreed to, once however often the form is sent, and asks again when it would be another sum. */
export const refundBuyer: Handler<ConsoleContext, RefundServices, Posted> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const { account, id: escrow } = story.escrow;
  const typed = readTyped(asked.form);
  const once = parseUuid("refund", asked.form["once"] ?? "");
  const agreed = parseCents(asked.form["gets"] ?? "");
  const ask = askOf(typed, once === null ? null : `console ${once}`);
  if (ask !== null && once !== null && agreed !== null) {
    const told = await refundOrder(services.executor, { account, escrow, ...ask, agreed }, services.refundTerms);
    if (told.ok) return escrowSaid(context, escrow, "refunded");
  }
  const now = await loadEscrowStory(context, asked, services);
  const preview = ask === null ? null : await previewRefund(now, ask, services);
  return {
    status: CONFLICT,
    page: (
      <RefundPage
        context={context}
        story={now}
        typed={typed}
        preview={preview}
        isAsked
        hasChanged={preview?.ok === true}
      />
    ),
  };
};
