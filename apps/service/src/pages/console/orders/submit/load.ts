import { milestoneOf } from "../../../../domain/escrow.js";
import { parseUuid } from "../../../../domain/ids.js";
import type { Milestone } from "../../../../domain/model.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, type EscrowStory, loadEscrowStory } from "../escrow/load.js";

type Submittable = { readonly story: EscrowStory; readonly milestone: Milestone };

/** @throws PageRefusal not_found for what is no milestone of an escrow of the account. */
export async function loadSubmittable(
  context: ConsoleContext,
  asked: Asked,
  services: EscrowServices,
): Promise<Submittable> {
  const story = await loadEscrowStory(context, asked, services);
  const id = parseUuid("milestone", asked.params["milestone"] ?? "");
  const milestone = id === null ? undefined : milestoneOf(story.escrow, id);
  if (milestone === undefined) throw new PageRefusal("not_found");
  return { story, milestone };
}
