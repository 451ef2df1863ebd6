import { parseId } from "../../../domain/ids.js";
import { findOwnEndpoint, type OwnEndpoint } from "../../../store/read/webhooks/endpoint-health.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";

/**
 * The endpoint that an address names.
 * @throws PageRefusal not_found, for another account's endpoint as for one that does not exist.
 */
export async function loadOwnEndpoint(
  { member: { account } }: ConsoleContext,
  { params }: Asked,
  { db }: Pick<ConsoleServices, "db">,
): Promise<OwnEndpoint> {
  const id = parseId("endpoint", params["endpoint"] ?? "");
  const endpoint = id === null ? null : await findOwnEndpoint(db, account, id);
  if (endpoint === null) throw new PageRefusal("not_found");
  return endpoint;
}
