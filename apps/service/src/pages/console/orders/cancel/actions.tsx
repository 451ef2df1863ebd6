import { refundRest } from "../../../../commands/refund-rest.js";
import { mayRefundRest } from "../../../../domain/decisions/refund-rest.js";
import { parseUuid } from "../../../../domain/ids.js";
import { cents } from "../../../../domain/money.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { CONFLICT } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import { CancelPage } from "./view.js";

/** Gives back the rest, for the refund that was agreed to, and asks again when it would be another. */
export const cancelAndRefund: Handler<ConsoleContext, EscrowServices, Posted> = async (context, asked, services) => {
  const id = parseUuid("escrow", asked.params["escrow"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const text = asked.form["refund"] ?? "";
  const refund = cents(/^\d{1,18}$/.test(text) ? BigInt(text) : -1n);
  const settles = asked.form["settles"] === "1";
  const { member, seller } = context;
  const told = await refundRest(services.executor, {
    ...{ account: member.account, escrow: id, refund, settles },
    member: seller.id,
  });
  if (told.ok) return escrowSaid(context, id, settles ? "settled" : "cancelled");
  if (told.reason === "second_needed") return escrowSaid(context, id, "second_needed");
  const story = await loadEscrowStory(context, asked, services);
  if (!mayRefundRest(story.escrow)) return escrowSaid(context, id, "not_cancelled");
  return { status: CONFLICT, page: <CancelPage context={context} story={story} hasChanged /> };
};
