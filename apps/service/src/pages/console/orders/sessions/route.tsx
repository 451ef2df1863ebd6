import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadSessions, type SessionsServices } from "./load.js";
import { SessionsPage } from "./view.js";

/** The sessions of an account. */
export const showSessions: Handler<ConsoleContext, SessionsServices> = async (context, { query }, services) => (
  <SessionsPage context={context} {...(await loadSessions(context, query, services))} />
);
