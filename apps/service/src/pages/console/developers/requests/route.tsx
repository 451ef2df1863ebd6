import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { uuidOf } from "../request-id.js";
import { loadRequests, type RequestsServices } from "./load.js";
import { RequestsPage } from "./view.js";

/** The log of requests; the id of one, typed, leads to it. */
export const showRequests: Handler<ConsoleContext, RequestsServices> = async (context, { query }, services) => {
  const search = (query["path"] ?? "").trim();
  if (uuidOf(search) !== null) return `${context.home}/requests/${search}`;
  return <RequestsPage context={context} {...(await loadRequests(context, query, services))} />;
};
