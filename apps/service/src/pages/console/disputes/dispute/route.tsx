import { sendFile } from "../../../kit/files.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DisputeServices, loadEvidence, loadOwnDispute } from "./load.js";
import { saidOf } from "./said.js";
import { DisputePage, NOTHING_TYPED } from "./view.js";

type DisputeHandler = Handler<ConsoleContext, DisputeServices>;

/** One dispute. */
export const showDispute: DisputeHandler = async (context, asked, services) => (
  <DisputePage
    context={context}
    dispute={await loadOwnDispute(context, asked, services)}
    typed={NOTHING_TYPED}
    said={saidOf(asked.query["said"])}
  />
);

export const downloadEvidence: DisputeHandler = async (context, asked, services) =>
  sendFile(asked.reply, await loadEvidence(context, asked, services));
