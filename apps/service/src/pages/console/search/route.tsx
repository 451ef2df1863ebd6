import { parseId, parseUuid } from "../../../domain/ids.js";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { uuidOf } from "../developers/request-id.js";
import { escrowUrl, eventUrl, requestUrl, sessionUrl } from "../links.js";
import { load, type SearchServices } from "./load.js";
import { SearchPage } from "./view.js";

/** What is found in an account. A whole id leads to what it names, but for the script, which shows what it would lead to. */
export const showSearch: Handler<ConsoleContext, SearchServices> = async (context, { query }, services) => {
  const typed = (query["q"] ?? "").slice(0, SEARCH_LENGTH_MAX);
  const named = query["live"] === undefined ? placeOf(context, typed.trim()) : null;
  if (named !== null) return named;
  return <SearchPage context={context} found={await load(context, typed, services)} />;
};

function placeOf(context: ConsoleContext, typed: string): string | null {
  const lower = typed.toLowerCase();
  const [session, event, request] = [parseId("session", lower), parseId("event", lower), uuidOf(lower)];
  if (session !== null) return sessionUrl(context, session);
  if (event !== null) return eventUrl(context, event);
  if (request !== null) return requestUrl(context, request);
  const escrow = parseUuid("escrow", typed);
  return escrow === null ? null : escrowUrl(context, escrow);
}
