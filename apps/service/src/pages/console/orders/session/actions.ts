import { expireSession } from "../../../../commands/seller-orders.js";
import { parseId } from "../../../../domain/ids.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { sessionUrl } from "../../links.js";
import type { SessionServices } from "./load.js";
import type { SessionSaid } from "./words.js";

/** Ends a session that nobody has confirmed. */
export const expireOpenSession: Handler<ConsoleContext, SessionServices, Posted> = async (
  context,
  { params },
  { door },
) => {
  const id = parseId("session", params["session"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const refusal = await expireSession(door, { account: context.member.account, session: id });
  if (refusal?.code === "not_found") throw new PageRefusal("not_found");
  return `${sessionUrl(context, id)}?said=${(refusal === null ? "expired" : "completed") satisfies SessionSaid}`;
};
