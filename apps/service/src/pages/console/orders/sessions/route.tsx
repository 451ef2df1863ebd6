import { listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { openSessions, type SessionsServices } from "./load.js";
import { SessionsPage } from "./view.js";

/** The sessions of an account. */
export const showSessions: Handler<ConsoleContext, SessionsServices> = async (context, { query }, services) => {
  const opened = await openSessions(context, query, services);
  return <SessionsPage context={context} listed={await listed(opened, pageIn(query, "uuid"), context.seller)} />;
};
