import {
  type Created,
  checkSessionBody,
  createSession as create,
  draftSession,
  findAnswer,
} from "../../commands/create-session.js";
import type { Told } from "../../domain/told.js";
import { sha256 } from "../../platform/hash.js";
import { validateBody } from "../../validation/body.js";
import { writeSession } from "../../wire/session.js";
import { type Answer, type Handler, pageUrlOf } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";

/**
 * The order of checks is part of the contract: a key that was used with another body is a conflict even when the other
 * body is invalid, and an invalid body leaves no trace under its key.
 */
export const createSession: Handler<"createSession"> = async (request, services) => {
  const { principal, idempotencyKey: key } = request;
  const keyed = key === null ? null : { key, requestHash: hashOf(request.rawBody) };
  const problems = new Problems();
  const body = validateBody("createSession", request.rawBody, problems);
  checkSessionBody(body, problems, services.config.mode);
  const earlier = problems.isEmpty || keyed === null ? null : await findAnswer(services.db, principal.account, keyed);
  if (earlier !== null) return answer(earlier);
  problems.throwIfAny();

  const { account, now, reviewWindowSeconds, deliveryDeadlineSeconds } = principal;
  const fees = principal.fees ?? services.config.fees;
  const session = draftSession(body, { account, fees, terms: { reviewWindowSeconds, deliveryDeadlineSeconds }, now });
  const response = writeSession(session, pageUrlOf(services.publicUrl(), principal.sellerCode));
  return answer(await create(services, session, { response, keyed }));
};

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
