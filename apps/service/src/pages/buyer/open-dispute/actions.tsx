import { disputeMilestone } from "../../../commands/dispute-milestone.js";
import type { FilesAction } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import { EVIDENCE_TAKEN } from "../../kit/upload.js";
import type { BuyerContext } from "../access.js";
import { act, backTo } from "../acting.js";
import { loadPart, type OrderServices, type PartScene } from "../load.js";
import { readReasonAndFiles } from "../reason.js";
import { mayAct } from "../standing.js";
import { OpenDisputePage } from "./view.js";

export const openDispute: FilesAction<BuyerContext, PartScene, OrderServices> = {
  files: EVIDENCE_TAKEN,
  look: async (context, { params }, services) => {
    const scene = await loadPart(context, params, services);
    return mayAct(scene.order.escrow, scene.milestone, "dispute")
      ? { context: scene }
      : { instead: backTo(scene, "dispute", "refused") };
  },
  act: async (scene, { upload }, services) => {
    const sent = readReasonAndFiles(upload, scene.context.locale);
    if (sent.problem !== null) return { status: BAD_REQUEST, page: <OpenDisputePage {...scene} form={sent} /> };
    const what = { milestone: scene.milestone.id, reason: sent.reason, evidence: upload.files };
    return act(
      scene,
      { verb: "dispute", does: (executor, order) => disputeMilestone(executor, { ...order, ...what }) },
      services,
    );
  },
};
