import { parseUuid } from "../../../domain/ids.js";
import { findProof } from "../../../store/read/desk/rails.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads, DeskServices } from "../load.js";
import { NO_REASON } from "../parts.js";
import { NOTHING_TYPED } from "./form.js";
import { loadShown, namedIn } from "./load.js";
import { ReceiptPage } from "./view.js";

/** One payment by a rail: what the buyer handed in, what came in, and what may be done about it. */
export const showReceipt: Handler<DeskContext, DeskServices> = async (context, { params, query }, { db, config }) => (
  <ReceiptPage
    context={context}
    shown={await loadShown(params, { db })}
    from={config.manualFrom}
    typed={NOTHING_TYPED}
    reason={NO_REASON}
    reversal={NO_REASON}
    said={query["said"]}
  />
);

export const sendProof: Handler<DeskContext, DeskReads> = async (_context, { params, reply }, { db }) => {
  const named = namedIn(params);
  const id = parseUuid("evidence", params["proof"] ?? "");
  const file = named === null || id === null ? null : await findProof(db, { ...named, id });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
