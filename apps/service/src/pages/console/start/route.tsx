import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { loadStart, type StartServices } from "./load.js";
import { StartPage } from "./view.js";

/** The first hour of an account. */
export const showStart: Handler<ConsoleContext, StartServices> = async (context, { query }, services) => {
  const start = await loadStart(context, services);
  return <StartPage context={context} {...start} said={query["said"]} />;
};

/** What the page looks for. */
export const startStatus: Handler<ConsoleContext, StartServices> = async (context, { reply }, services) => {
  const { version } = await loadStart(context, services);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify({ version }));
};
