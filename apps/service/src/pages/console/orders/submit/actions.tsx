import { LIMITS } from "@holdfast/contract";
import { submitMilestone } from "../../../../commands/submit-milestone.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import type { EscrowServices } from "../escrow/load.js";
import { escrowSaid } from "../escrow/words.js";
import { loadSubmittable } from "./load.js";
import { SubmitPage } from "./view.js";
import type { SubmitProblem } from "./words.js";

export const submitDelivery: Handler<ConsoleContext, EscrowServices, Posted> = async (context, asked, services) => {
  const { story, milestone } = await loadSubmittable(context, asked, services);
  // Browsers send the ends of lines as two characters.
  const details = (asked.form["details"] ?? "").replaceAll("\r\n", "\n");
  const problem = problemOf(details);
  if (problem !== null) {
    const props = { context, story, milestone, details, problem };
    return { status: UNPROCESSABLE, page: <SubmitPage {...props} /> };
  }
  const { account, id: escrow } = story.escrow;
  const told = await submitMilestone(services.door, { account, escrow, milestone: milestone.id, details });
  return escrowSaid(context, escrow, told.ok ? "submitted" : "not_submitted");
};

/** As the API takes it: not blank, and of at most so many characters. */
function problemOf(details: string): SubmitProblem | null {
  if (details.trim() === "") return "blank";
  return [...details].length > LIMITS.submissionDetailsLength ? "long" : null;
}
