import { formatAmount } from "../../../domain/currencies.js";
import { parseUuid } from "../../../domain/ids.js";
import { dayText } from "../../../platform/clock.js";
import { findProof, findUnmatched } from "../../../store/read/desk/rails.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads, DeskServices } from "../load.js";
import { NO_REASON } from "../parts.js";
import { NOTHING_TYPED } from "./form.js";
import { loadShown, namedIn } from "./load.js";
import { NO_REVERSAL, ReceiptPage } from "./view.js";

/** One payment by a rail: what the buyer handed in, what came in, and what may be done about it. */
export const showReceipt: Handler<DeskContext, DeskServices> = async (context, { params, query }, { db, config }) => {
  const shown = await loadShown(params, { db });
  const { provider } = shown.expected;
  const lineId = query["line"] ?? "";
  // What a statement brought: nothing of it has to be typed.
  const line = lineId === "" || lineId.length > 140 ? null : await findUnmatched(db, { provider, lineId });
  const typed =
    line === null
      ? NOTHING_TYPED
      : {
          ...NOTHING_TYPED,
          amount: formatAmount(line.amount, shown.expected.currency),
          day: dayText(line.day),
          bankReference: line.bankReference,
        };
  const forms = { typed, reason: NO_REASON, reversal: NO_REVERSAL };
  return <ReceiptPage context={context} shown={shown} from={config.manualFrom} {...forms} said={query["said"]} />;
};

export const sendProof: Handler<DeskContext, DeskReads> = async (_context, { params, reply }, { db }) => {
  const named = namedIn(params);
  const id = parseUuid("evidence", params["proof"] ?? "");
  const file = named === null || id === null ? null : await findProof(db, { ...named, id });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
