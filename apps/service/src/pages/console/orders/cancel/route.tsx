import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";
import { mayCancel } from "../escrow/standing.js";
import { escrowSaid } from "../escrow/words.js";
import { CancelPage } from "./view.js";

/** Asks before an order is cancelled, while it can be. */
export const showCancel: Handler<ConsoleContext, EscrowServices> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  if (!mayCancel(story.escrow)) return escrowSaid(context, story.escrow.id, "not_cancelled");
  return <CancelPage context={context} story={story} hasChanged={false} />;
};
