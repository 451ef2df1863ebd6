import { EVENT_TYPES } from "@holdfast/contract";
import { formatId, parseId } from "../../domain/ids.js";
import { findEventNumber, listEvents as findEvents } from "../../store/read/webhooks/events.js";
import { writeList } from "../../wire/list.js";
import type { Answer, ApiRequest, Handler, Services } from "../context.js";
import { type ListRequest, linkTo, NUMBER_POSITION, readPage, writePage } from "../paging.js";
import { one, readLimit, readOneOf } from "../query.js";
import { ApiRefusal, Problems } from "../refusal.js";

export const listEvents: Handler<"listEvents"> = async (request, services) => {
  const { principal, query } = request;
  const problems = new Problems();
  const type = readOneOf(query, { name: "type", values: EVENT_TYPES }, problems);
  const after = one(query, "after", problems);
  const list: ListRequest = {
    path: "/events",
    account: principal.account,
    filters: { type },
    position: NUMBER_POSITION,
  };
  if (after !== null) return follow(request, services, { list, type, after, problems });
  const page = readPage(query, list, problems);
  problems.throwIfAny();
  if (principal.hasDue) await services.settleDue(principal.account);
  return {
    body: writePage(await findEvents(services.db, principal.account, { type, page }), {
      list,
      limit: page.limit,
      publicUrl: services.publicUrl(),
      write: (event) => event.body,
      positionOf: (event) => event.number,
    }),
  };
};

/** What came after an event, oldest first. `next` is always set: it is the reader's new position. */
async function follow(
  { principal, query }: ApiRequest<"listEvents">,
  services: Services,
  {
    list,
    type,
    after,
    problems,
  }: { list: ListRequest; type: Parameters<typeof findEvents>[2]["type"]; after: string; problems: Problems },
): Promise<Answer> {
  const limit = readLimit(query, problems);
  if (one(query, "cursor", problems) !== null) problems.add("cursor", "Give either `after` or `cursor`, not both.");
  problems.throwIfAny();
  const id = parseId("event", after);
  const position = id === null ? null : await findEventNumber(services.db, principal.account, id);
  if (id === null || position === null) {
    throw new ApiRefusal("validation_failed", { details: { after: ["Takes the id of an event of this account."] } });
  }
  if (principal.hasDue) await services.settleDue(principal.account);
  const page = await findEvents(services.db, principal.account, {
    type,
    page: { limit, from: { position, direction: "newer" } },
  });
  const events = page.rows.toReversed();
  const last = events.at(-1)?.id ?? id;
  const next = linkTo(services.publicUrl(), list, { limit: String(limit), after: formatId("event", last) });
  return {
    body: writeList(
      events.map((event) => event.body),
      next,
      null,
    ),
  };
}
