import type { JSX } from "preact";
import type { disputeMilestone } from "../../commands/dispute-milestone.js";
import type { FilesAction } from "../kit/route.js";
import { BAD_REQUEST } from "../kit/status.js";
import { EVIDENCE_TAKEN } from "../kit/upload.js";
import type { BuyerContext } from "./access.js";
import { act, backTo } from "./acting.js";
import { loadPart, type OrderServices, type PartScene } from "./load.js";
import { readReasonAndFiles, type SentForm } from "./reason.js";
import { mayAct } from "./standing.js";

/** What a buyer says about a delivery, with words and files. The page comes again with what is wrong with them. */
export const withFiles = (
  verb: "dispute" | "requestRevision",
  command: typeof disputeMilestone,
  AskPage: (props: PartScene & { form: SentForm }) => JSX.Element,
): FilesAction<BuyerContext, PartScene, OrderServices> => ({
  files: EVIDENCE_TAKEN,
  look: async (context, { params }, services) => {
    const scene = await loadPart(context, params, services);
    return mayAct(scene.order.escrow, scene.milestone, verb)
      ? { context: scene }
      : { instead: backTo(scene, verb, "refused") };
  },
  act: async (scene, { upload }, services) => {
    const sent = readReasonAndFiles(upload, scene.context.locale);
    if (sent.problem !== null) return { status: BAD_REQUEST, page: <AskPage {...scene} form={sent} /> };
    const what = { milestone: scene.milestone.id, reason: sent.reason, evidence: upload.files };
    return act(scene, { verb, does: (executor, order) => command(executor, { ...order, ...what }) }, services);
  },
});
