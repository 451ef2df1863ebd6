import { checkSessionBody, draftSession } from "../../commands/create-session.js";
import type { Principal } from "../../identity/authenticate.js";
import { sha256 } from "../../platform/hash.js";
import { findReplay } from "../../store/read/orders/sessions.js";
import { validateBody } from "../../validation/body.js";
import { writeSession } from "../../wire/session.js";
import { type Answer, type Handler, pageUrlOf, type Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";

/**
 * The order of checks is part of the contract: a key that was used with another body is a conflict even when the other
 * body is invalid, and an invalid body leaves no trace under its key.
 */
export const createSession: Handler<"createSession"> = async (request, services) => {
  const key = request.idempotencyKey;
  const requestHash = key === null ? null : hashOf(request.rawBody);
  const problems = new Problems();
  const body = validateBody("createSession", request.rawBody, problems);
  checkSessionBody(body, problems, services.config.mode);
  if (!problems.isEmpty && key !== null && requestHash !== null) {
    const replay = await replayOf({ key, requestHash }, request.principal, services);
    if (replay !== null) return replay;
  }
  problems.throwIfAny();

  const { principal } = request;
  const { account, now, reviewWindowSeconds, deliveryDeadlineSeconds } = principal;
  const fees = principal.fees ?? services.config.fees;
  const session = draftSession(body, { account, fees, terms: { reviewWindowSeconds, deliveryDeadlineSeconds }, now });
  const response = writeSession(session, pageUrlOf(services.publicUrl(), principal.sellerCode));
  const idempotency = key === null || requestHash === null ? null : { key, requestHash, response };
  if (await services.door.create({ session, idempotency })) return { body: response };
  const replay =
    key === null || requestHash === null ? null : await replayOf({ key, requestHash }, principal, services);
  if (replay === null) throw new Error("a session was neither written nor found under its key");
  return replay;
};

/** The stored answer under this key, if there is one; a conflict when it was another request. */
async function replayOf(
  { key, requestHash }: { readonly key: string; readonly requestHash: Buffer },
  principal: Principal,
  { db }: Services,
): Promise<Answer | null> {
  const stored = await findReplay(db, principal.account, key);
  if (stored === null) return null;
  if (!stored.request_hash.equals(requestHash)) throw new ApiRefusal("idempotency_conflict");
  return { body: stored.response, headers: { "Idempotent-Replayed": "true" } };
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
