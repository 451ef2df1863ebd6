import { parseUuid } from "../../../domain/ids.js";
import { findDocument } from "../../../store/read/console/verification.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { type DeskReads, loadAccount } from "../load.js";
import { findVerification } from "./load.js";
import { VerificationPage } from "./view.js";

type VerificationHandler = Handler<DeskContext, DeskReads>;

/** What one account handed in. */
export const showDeskVerification: VerificationHandler = async (context, { params, query }, services) => (
  <VerificationPage context={context} verification={await findVerification(params, services)} said={query["said"]} />
);

export const sendDeskDocument: VerificationHandler = async (_context, { params, reply }, { db }) => {
  const { id: account } = await loadAccount(params, { db });
  const id = parseUuid("document", params["document"] ?? "");
  const file = id === null ? null : await findDocument(db, account, id);
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
