import { mayRefundRest } from "../../../../domain/decisions/refund-rest.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import { CancelPage } from "./view.js";

/** Asks before the rest of an order goes back and ends it, while it can. */
export const showCancel: Handler<ConsoleContext, EscrowServices> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  if (!mayRefundRest(story.escrow)) return escrowSaid(context, story.escrow.id, "not_cancelled");
  return <CancelPage context={context} story={story} hasChanged={false} />;
};
