import { fetchBatchFile } from "../../../commands/fetch-batch-file.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { loadBatch } from "./load.js";
import { batchOperator } from "./said.js";
import { BatchPage } from "./view.js";

export const showBatch: Handler<DeskContext, DeskServices> = async (context, { params, query }, services) => (
  <BatchPage context={context} {...(await loadBatch(params, services))} said={query["said"]} />
);

/** The same bytes each time; who fetches them stands in the audit log. */
export const sendBatchFile: Handler<DeskContext, DeskServices> = async (context, { params, reply }, { db }) => {
  const file = await fetchBatchFile(db, { operator: batchOperator(context), code: params["batch"] ?? "" });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, { ...file, type: "application/octet-stream" });
};
