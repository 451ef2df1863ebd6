import { expireSession } from "../../../../commands/expire-session.js";
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
  const told = await expireSession(door, { account: context.member.account, session: id });
  if (!told.ok && told.reason.code === "not_found") throw new PageRefusal("not_found");
  return `${sessionUrl(context, id)}?said=${(told.ok ? "expired" : "completed") satisfies SessionSaid}`;
};
