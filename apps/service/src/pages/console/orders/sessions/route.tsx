import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { readTyped } from "../query.js";
import { loadSessions, type SessionsServices } from "./load.js";
import { SessionsPage } from "./view.js";

/** The sessions of an account. */
export const showSessions: Handler<ConsoleContext, SessionsServices> = async (context, { query }, services) => {
  const typed = readTyped(query);
  const page = await loadSessions(context, { typed, page: pageIn(query, "uuid") }, services);
  return <SessionsPage context={context} page={page} typed={typed} />;
};
