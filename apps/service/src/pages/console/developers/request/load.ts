import { keysOf, type ShownKey } from "../../../../identity/keys.js";
import { findRequest, type WholeRequest } from "../../../../store/read/console/requests.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { uuidOf } from "../request-id.js";

export type RequestServices = Pick<ConsoleServices, "db">;

type LoggedRequest = { readonly request: WholeRequest; readonly keys: readonly ShownKey[] };

/** @throws PageRefusal not_found for what is no request of the account, or not in the log any more. */
export async function loadRequest(
  { member: { account } }: ConsoleContext,
  { params }: Asked,
  { db }: RequestServices,
): Promise<LoggedRequest> {
  const id = uuidOf(params["request"] ?? "");
  const [request, keys] = await Promise.all([id === null ? null : findRequest(db, account, id), keysOf(db, account)]);
  if (request === null) throw new PageRefusal("not_found");
  return { request, keys };
}
