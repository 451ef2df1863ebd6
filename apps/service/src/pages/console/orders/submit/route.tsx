import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { EscrowServices } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import { maySubmit } from "../escrow/standing.js";
import { NOTHING_TYPED } from "./form.js";
import { loadSubmittable } from "./load.js";
import { SubmitPage } from "./view.js";

/** The form of a submission, while the milestone takes one. */
export const showSubmit: Handler<ConsoleContext, EscrowServices> = async (context, asked, services) => {
  const { story, milestone } = await loadSubmittable(context, asked, services);
  if (!maySubmit(story.escrow, milestone)) return escrowSaid(context, story.escrow.id, "not_submitted");
  return <SubmitPage context={context} story={story} milestone={milestone} typed={NOTHING_TYPED} problems={{}} />;
};
