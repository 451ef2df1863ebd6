import { applyTime } from "../../commands/apply-time.js";
import { expireSession as expire } from "../../commands/expire-session.js";
import type { Outcome } from "../../commands/unit.js";
import { parseId, type SessionId, UUID } from "../../domain/ids.js";
import { findSession, listSessions as findSessions } from "../../store/read/orders/sessions.js";
import { writeSession } from "../../wire/session.js";
import { type Answer, type Handler, pageUrlOf } from "../context.js";
import { type ListRequest, readPage, writePage } from "../paging.js";
import { readReference } from "../query.js";
import { noSuch, Problems, refusalOf } from "../refusal.js";

/** The id in the path. @throws ApiRefusal not_found for anything that no session is called. */
export function sessionIdIn(params: Readonly<Record<string, string>>): SessionId {
  const id = parseId("session", params["id"] ?? "");
  if (id === null) throw noSuch("session");
  return id;
}

export const getSession: Handler<"getSession"> = async ({ principal, params }, services) => {
  const id = sessionIdIn(params);
  const pageUrl = pageUrlOf(services.publicUrl(), principal);
  const session = await findSession(services.db, principal.account, id);
  if (session === null) throw noSuch("session");
  if (session.status !== "OPEN" || session.expiresAt > principal.now) return { body: writeSession(session, pageUrl) };
  return answerWithSession(await applyTime(services.executor, principal.account, { kind: "session", id }), pageUrl);
};

export const listSessions: Handler<"listSessions"> = async ({ principal, query }, services) => {
  const problems = new Problems();
  const externalReference = readReference(query, problems);
  const list: ListRequest = {
    path: "/checkout/sessions",
    account: principal.account,
    filters: { external_reference: externalReference },
    position: UUID,
  };
  const page = readPage(query, list, problems);
  problems.throwIfAny();
  if (principal.hasDue) await services.settleDue(principal.account);
  const publicUrl = services.publicUrl();
  const pageUrl = pageUrlOf(publicUrl, principal);
  return {
    body: writePage(await findSessions(services.db, principal.account, { externalReference, page }), {
      list,
      limit: page.limit,
      publicUrl,
      write: (session) => writeSession(session, pageUrl),
      positionOf: (session) => session.id,
    }),
  };
};

export const expireSession: Handler<"expireSession"> = async ({ principal, params }, services) => {
  const session = sessionIdIn(params);
  const outcome = await expire(services.executor, { account: principal.account, session });
  return answerWithSession(outcome, pageUrlOf(services.publicUrl(), principal));
};

function answerWithSession(outcome: Outcome<"session">, pageUrl: ReturnType<typeof pageUrlOf>): Answer {
  if (!outcome.ok) throw refusalOf(outcome.reason);
  return { body: writeSession(outcome.after.session, pageUrl) };
}
