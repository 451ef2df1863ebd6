import { parseUuid } from "../../../domain/ids.js";
import { findEvidence } from "../../../store/read/orders/orders.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { readAnswers } from "../talk/load.js";
import { findDispute } from "./load.js";
import { DisputePage } from "./view.js";

type DisputeHandler = Handler<DeskContext, DeskReads>;

/** One dispute, with both sides' words and files. */
export const showDeskDispute: DisputeHandler = async (context, { params, query }, services) => {
  const dispute = await findDispute(params, services);
  await readAnswers(dispute, services);
  return <DisputePage context={context} dispute={dispute} said={query["said"]} />;
};

export const sendDeskEvidence: DisputeHandler = async (_context, { params, reply }, { db }) => {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const id = parseUuid("evidence", params["evidence"] ?? "");
  const sellerCode = params["code"] ?? "";
  const file =
    escrow === null || id === null ? null : await findEvidence(db, { sellerCode, escrow, id }, { operator: true });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
