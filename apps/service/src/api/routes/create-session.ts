import {
  type Created,
  checkSessionBody,
  createSession as create,
  draftSession,
  findAnswer,
  newSession,
} from "../../commands/create-session.js";
import type { Told } from "../../domain/told.js";
import type { Principal } from "../../identity/authenticate.js";
import { sha256 } from "../../platform/hash.js";
import { validateBody } from "../../validation/body.js";
import { writeSession } from "../../wire/session.js";
import { type Answer, type ApiRequest, type Body, type Handler, pageUrlOf, type Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";

/**
 * The order of checks is part of the contract: a key that was used with another body is a conflict even when the other
 * body is invalid, and an invalid body leaves no trace under its key.
 */
export const createSession: Handler<"createSession"> = async (request, services) => {
  const { keyed, body, problems } = read(request, services);
  const earlier =
    problems.isEmpty || keyed === null ? null : await findAnswer(services.db, request.principal.account, keyed);
  if (earlier !== null) return answer(earlier);
  problems.throwIfAny();
  const { session, response } = draft(body, request.principal, services);
  return answer(await create(services, session, { response, keyed }));
};

/** What the request would create, and be answered with; null where it is to be refused. */
export function draftCreation(request: ApiRequest<"createSession">, services: Services) {
  const { keyed, body, problems } = read(request, services);
  if (!problems.isEmpty) return null;
  const { session, response } = draft(body, request.principal, services);
  return { created: newSession(session, { response, keyed }), response };
}

function read({ idempotencyKey: key, rawBody }: ApiRequest<"createSession">, { config }: Services) {
  const keyed = key === null ? null : { key, requestHash: hashOf(rawBody) };
  const problems = new Problems();
  const body = validateBody("createSession", rawBody, problems);
  checkSessionBody(body, problems, config.mode);
  return { keyed, body, problems };
}

function draft(body: Body<"createSession">, principal: Principal, { config, publicUrl }: Services) {
  const { account, now, reviewWindowSeconds, deliveryDeadlineSeconds } = principal;
  const fees = principal.fees ?? config.fees;
  const session = draftSession(body, { account, fees, terms: { reviewWindowSeconds, deliveryDeadlineSeconds }, now });
  return { session, response: writeSession(session, pageUrlOf(publicUrl(), principal.sellerCode)) };
}

function answer(told: Told<Created, "idempotency_conflict">): Answer {
  if (!told.ok) throw new ApiRefusal(told.reason);
  const { response, isReplay } = told.value;
  return { body: response, ...(isReplay ? { headers: { "Idempotent-Replayed": "true" } } : {}) };
}

/** SHA-256 of the parsed body with sorted keys, so that spacing and order don't make another request. */
function hashOf(body: unknown): Buffer {
  return sha256(sorted(body));
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sorted(item)}`).join(",")}}`;
}
