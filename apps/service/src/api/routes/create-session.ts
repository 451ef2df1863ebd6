import {
  type Created,
  checkSessionBody,
  createSession as create,
  draftSession,
  findAnswer,
  newSession,
  type WriteAnswer,
} from "../../commands/create-session.js";
import type { Result } from "../../domain/result.js";
import type { Principal } from "../../identity/authenticate.js";
import { validateBody } from "../../validation/body.js";
import { writeSession } from "../../wire/session.js";
import { type Answer, type ApiRequest, type Body, type Handler, pageUrlOf, type Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";
import { hashOf } from "../request-hash.js";

/**
 * The order of checks is part of the contract: a key that was used with another body is a conflict even when fields of the
 * other body are invalid, and an invalid body leaves no trace under its key. What is no object is broken, as no JSON is.
 */
export const createSession: Handler<"createSession"> = async (request, services) => {
  const { keyed, body, problems } = read(request, services);
  const write = writerOf(request.principal, services);
  const draft = () => drafted(body, request.principal, services);
  if (!problems.isEmpty && keyed !== null && isObject(request.rawBody)) {
    const { account } = request.principal;
    const earlier = await findAnswer(services.db, { account, keyed, write, draft });
    if (earlier !== null) return answer(earlier);
  }
  problems.throwIfAny();
  return answer(await create(services, draft(), { write, keyed }));
};

/** What the request would create, and be answered with; null where it is to be refused. */
export function draftCreation(request: ApiRequest<"createSession">, services: Services) {
  const { keyed, body, problems } = read(request, services);
  if (!problems.isEmpty) return null;
  const session = drafted(body, request.principal, services);
  const response = writerOf(request.principal, services)(session);
  return { created: newSession(session, { response, keyed }), response };
}

function read({ idempotencyKey: key, rawBody }: ApiRequest<"createSession">, { config }: Services) {
  const keyed = key === null ? null : { key, requestHash: hashOf(rawBody) };
  const problems = new Problems();
  const body = validateBody("createSession", rawBody, problems);
  checkSessionBody(body, problems, config.mode);
  return { keyed, body, problems };
}

function drafted(body: Body<"createSession">, principal: Principal, { config }: Services) {
  const { account, now, reviewWindowSeconds, deliveryDeadlineSeconds } = principal;
  const fees = principal.fees ?? config.fees;
  return draftSession(body, { account, fees, terms: { reviewWindowSeconds, deliveryDeadlineSeconds }, now });
}

const writerOf = (principal: Principal, { publicUrl }: Services): WriteAnswer => {
  const pageUrl = pageUrlOf(publicUrl(), principal);
  return (session) => writeSession(session, pageUrl);
};

function answer(told: Result<Created, "idempotency_conflict">): Answer {
  if (!told.ok) throw new ApiRefusal(told.reason);
  const { response, isReplay } = told.value;
  return { body: response, ...(isReplay ? { headers: { "Idempotent-Replayed": "true" } } : {}) };
}

const isObject = (body: unknown): boolean => typeof body === "object" && body !== null && !Array.isArray(body);
