import type { OfEscrow } from "../../../../commands/parties.js";
import { refundByMember } from "../../../../commands/refund-order.js";
import { askForRefund, confirmRefund, declineRefund } from "../../../../commands/refund-requests.js";
import { parseUuid } from "../../../../domain/ids.js";
import { parseCents } from "../../../../domain/money.js";
import { wouldGiveBack } from "../../../../domain/refund-parts.js";
import { findRequestStatus } from "../../../../store/read/orders/refunds.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { CONFLICT } from "../../../kit/status.js";
import { askOf, previewRefund, readTyped } from "../../../refunds/preview.js";
import type { ConsoleContext } from "../../context.js";
import { loadEscrowStory } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import type { RefundServices } from "./route.js";
import { RefundPage } from "./view.js";

type RefundAction = Handler<ConsoleContext, RefundServices, Posted>;

/**
 * Gives back what was agreed to, once however often the form is sent, and asks again when it would be another sum. What is more than
 * the member gives back alone waits for a colleague.
 */
export const refundBuyer: RefundAction = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const { account, id: escrow } = story.escrow;
  const member = context.seller.id;
  const typed = readTyped(asked.form);
  const once = parseUuid("refund", asked.form["once"] ?? "");
  const agreed = parseCents(asked.form["gets"] ?? "");
  const ask = askOf(typed, { actor: "merchant", once });
  if (ask !== null && once !== null && agreed !== null) {
    const told = await refundByMember(
      services.executor,
      { account, escrow, ...ask, agreed, by: { member, confirmed: null } },
      services.refundTerms,
    );
    if (told.ok) return escrowSaid(context, escrow, "refunded");
    if (told.reason === "second_needed") {
      const { amount, milestone, reason } = ask;
      const back = wouldGiveBack(agreed, story.sources);
      const request = { account, escrow, id: once, member, amount, milestone, reason, gets: agreed, back };
      const waits = await askForRefund(services.db, request);
      return escrowSaid(context, escrow, waits.ok ? "refund_asked" : "refund_waits");
    }
  }
  const now = await loadEscrowStory(context, asked, services);
  const preview = ask === null ? null : await previewRefund(now, { ask, member }, services);
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

/** What a colleague asked for goes back, in both names: once, however often the button is pressed. */
export const confirmRequest: RefundAction = async (context, asked, services) => {
  const { escrow, refundRequest: open } = await loadEscrowStory(context, asked, services);
  const { account, id } = escrow;
  const named = await namedIn(asked, { account, escrow: id }, services);
  const told =
    open?.id === named.id
      ? await confirmRefund(
          services.executor,
          { account, escrow: id, request: open, second: context.seller.id },
          services.refundTerms,
        )
      : { ok: named.status === "REFUNDED" };
  return escrowSaid(context, id, told.ok ? "refunded" : "refund_not_confirmed");
};

export const declineRequest: RefundAction = async (context, asked, services) => {
  const { escrow } = await loadEscrowStory(context, asked, services);
  const order = { account: escrow.account, escrow: escrow.id };
  const { id } = await namedIn(asked, order, services);
  const told = await declineRefund(services.db, { ...order, id, by: context.seller.id });
  return escrowSaid(context, escrow.id, told.ok ? "refund_declined" : "refund_not_confirmed");
};

/** @throws PageRefusal not_found for a request that the order does not have. */
async function namedIn({ params }: Pick<Posted, "params">, order: OfEscrow, { db }: Pick<RefundServices, "db">) {
  const id = parseUuid("refund", params["refund_request"] ?? "");
  const status = id === null ? null : await findRequestStatus(db, { ...order, id });
  if (id === null || status === null) throw new PageRefusal("not_found");
  return { id, status };
}
