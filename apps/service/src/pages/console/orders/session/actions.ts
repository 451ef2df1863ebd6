import { expireSession } from "../../../../commands/expire-session.js";
import { totalOf } from "../../../../domain/escrow.js";
import { parseId } from "../../../../domain/ids.js";
import { payUrl } from "../../../kit/links.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { sessionUrl } from "../../links.js";
import { sendLink } from "../../sharing.js";
import { loadSellerSession, type SessionServices } from "./load.js";
import type { SessionSaid } from "./said.js";

/** Ends a session that nobody has confirmed. */
export const expireOpenSession: Handler<ConsoleContext, SessionServices, Posted> = async (
  context,
  { params },
  { executor },
) => {
  const id = parseId("session", params["session"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const told = await expireSession(executor, { account: context.member.account, session: id });
  if (!told.ok && told.reason.code === "not_found") throw new PageRefusal("not_found");
  return `${sessionUrl(context, id)}?said=${(told.ok ? "expired" : "completed") satisfies SessionSaid}`;
};

/** The link of an open session goes to a customer by mail. */
export const mailSession: Handler<ConsoleContext, SessionServices, Posted> = async (context, asked, services) => {
  const session = await loadSellerSession(context, asked, services);
  const here = sessionUrl(context, session.id);
  if (session.status !== "OPEN") return here;
  const path = payUrl(context.member.sellerCode, session.id);
  const what = { db: services.db, title: session.title, total: totalOf(session), path };
  const isSent = await sendLink(context, asked.form, what);
  return `${here}?said=${(isSent ? "sent" : "not_sent") satisfies SessionSaid}`;
};
