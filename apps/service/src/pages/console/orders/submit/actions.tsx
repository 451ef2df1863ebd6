import { submitMilestone } from "../../../../commands/submit-milestone.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import type { EscrowServices } from "../escrow/load.js";
import { escrowSaid } from "../escrow/said.js";
import { deliveryOf, readDelivery } from "./form.js";
import { loadSubmittable } from "./load.js";
import { SubmitPage } from "./view.js";

export const submitDelivery: Handler<ConsoleContext, EscrowServices, Posted> = async (context, asked, services) => {
  const { story, milestone } = await loadSubmittable(context, asked, services);
  const typed = readDelivery(asked.form);
  const delivery = deliveryOf(typed);
  if ("problems" in delivery) {
    const props = { context, story, milestone, typed, problems: delivery.problems };
    return { status: UNPROCESSABLE, page: <SubmitPage {...props} /> };
  }
  const { account, id: escrow } = story.escrow;
  const told = await submitMilestone(services.executor, { account, escrow, milestone: milestone.id, ...delivery });
  return escrowSaid(context, escrow, told.ok ? "submitted" : "not_submitted");
};
