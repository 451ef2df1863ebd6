import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { uuidOf } from "../request-id.js";
import { filterIn } from "./filter.js";
import { loadRequests, type RequestsServices } from "./load.js";
import { RequestsPage } from "./view.js";

/** The log of requests; who types the id of one is led to it. */
export const showRequests: Handler<ConsoleContext, RequestsServices> = async (context, { query }, services) => {
  const search = (query["path"] ?? "").trim();
  if (uuidOf(search) !== null) return `${context.home}/requests/${search}`;
  const filter = filterIn(query);
  const requests = await loadRequests(context, { filter, page: pageIn(query, "uuid") }, services);
  return <RequestsPage context={context} filter={filter} {...requests} />;
};
