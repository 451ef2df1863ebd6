import { LIMITS } from "@holdfast/contract";
import { disputeMilestone } from "../../../commands/dispute-milestone.js";
import { typedText } from "../../disputes/offer-form.js";
import type { PageContext } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import { BAD_REQUEST, GONE } from "../../kit/status.js";
import { uploadWords } from "../../kit/words.js";
import { stopUrl } from "../links.js";
import type { AllOrderServices } from "../load.js";
import { loadStop } from "./load.js";
import { OverPage, StopPage } from "./view.js";
import { stopWords } from "./words.js";

/** Disputes the milestone that the link is for, and no other; nobody is signed in by it. A form that comes again finds it done. */
export const stopClock: Handler<PageContext, AllOrderServices, Posted> = async (
  context,
  { params, form },
  services,
) => {
  const { locale } = context;
  const scene = await loadStop(params, services);
  if (scene === null) return { status: GONE, page: <OverPage context={context} /> };
  const typed = typedText(form["reason"]);
  if ([...typed].length > LIMITS.reasonLength) {
    const problem = uploadWords(locale).problem_reason_long({ most: LIMITS.reasonLength });
    return { status: BAD_REQUEST, page: <StopPage context={context} {...scene} problem={problem} typed={typed} /> };
  }
  const { account, id: escrow } = scene.order.escrow;
  const reason = typed === "" ? stopWords(locale).unsaid : typed;
  const what = { account, escrow, buyer: null, milestone: scene.milestone.id, reason, evidence: [] };
  // Refused where it is disputed or over meanwhile: the page says which.
  await disputeMilestone(services.executor, what);
  return stopUrl(scene.token);
};
