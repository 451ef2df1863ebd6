import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EndpointServices, LOG_FILTERS, type LogFilter, loadEndpoint, loadLog, versionOf } from "./load.js";
import { EndpointPage } from "./view.js";

type EndpointHandler = Handler<ConsoleContext, EndpointServices>;

/** One endpoint; while something is about to be sent the page looks for news. */
export const showEndpoint: EndpointHandler = async (context, asked, services) => {
  const { state = "", said } = asked.query;
  const filter = Object.hasOwn(LOG_FILTERS, state) ? (state as LogFilter) : null;
  const view = await loadEndpoint(context, asked, services);
  const log = await loadLog(view.endpoint, filter, services);
  return <EndpointPage context={context} {...view} {...log} filter={filter} said={said} />;
};

export const endpointStatus: EndpointHandler = async (context, asked, services) =>
  asked.reply.send({ version: versionOf(await loadEndpoint(context, asked, services)) });
