import type { DisputePosition } from "../../../store/read/desk/waiting.js";
import { listDisputes } from "../../../store/read/orders/disputes.js";
import type { Asked } from "../../kit/answer.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadOpenDisputes } from "./load.js";
import { EndedDisputesPage, OpenDisputesPage } from "./view.js";

/** The disputes that wait, or those that have ended. */
export const showDeskDisputes: Handler<DeskContext, DeskReads> = async (context, { query }, services) => {
  if (query["which"] === "ended") {
    const page = await listDisputes(services.db, null, {
      which: "ended",
      sessions: null,
      from: null,
      until: null,
    }).page(pageIn(query, "uuid"));
    return <EndedDisputesPage context={context} page={page} />;
  }
  const after = positionIn(query);
  const disputes = await loadOpenDisputes(after, services);
  return <OpenDisputesPage context={context} disputes={disputes} isFirst={after === null} />;
};

const POSITION = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function positionIn(query: Asked["query"]): DisputePosition | null {
  const match = POSITION.exec(query["after"] ?? "");
  return match === null ? null : { openedAt: Number(match[1]), escrow: match[2] ?? "" };
}
