import { requestRevision } from "../../../commands/request-revision.js";
import type { Handler, Posted } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import type { BuyerContext } from "../access.js";
import { act } from "../acting.js";
import { loadPart, type OrderServices } from "../load.js";
import { readReason } from "../reason.js";
import { RevisionPage } from "./view.js";

export const askForChanges: Handler<BuyerContext, OrderServices, Posted> = async (
  context,
  { params, form },
  services,
) => {
  const scene = await loadPart(context, params, services);
  const sent = readReason(form, context.locale);
  if (sent.problem !== null) return { status: BAD_REQUEST, page: <RevisionPage {...scene} form={sent} /> };
  const what = { milestone: scene.milestone.id, reason: sent.reason };
  return act(
    scene,
    { verb: "requestRevision", does: (executor, order) => requestRevision(executor, { ...order, ...what }) },
    services,
  );
};
