import { createHash } from "node:crypto";
import { LIMITS } from "@holdfast/contract";
import { decideCreateSession, type Order } from "../../domain/decisions/create-session.js";
import type { SessionId } from "../../domain/ids.js";
import { type Cents, formatMoney, parseMoney, ZERO } from "../../domain/money.js";
import type { Principal } from "../../identity/authenticate.js";
import { uuidv7 } from "../../platform/random.js";
import { findReplay } from "../../store/read/sessions.js";
import { type SessionContent, writeSession, writeSessionContent } from "../../wire/session.js";
import { type Answer, type Body, type Handler, pageUrlOf, type Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";
import { validateBody } from "../validate.js";

type Create = Body<"createSession">;

/**
 * The order of checks is part of the contract: a key that was used with another body is a conflict even when the other
 * body is invalid, and an invalid body leaves no trace under its key.
 */
export const createSession: Handler<"createSession"> = async (request, services) => {
  const key = request.idempotencyKey;
  const requestHash = key === null ? null : hashOf(request.rawBody);
  const problems = new Problems();
  const body = validateBody("createSession", request.rawBody, problems);
  checkAcrossFields(body, problems, services.config.mode);
  if (!problems.isEmpty && key !== null && requestHash !== null) {
    const replay = await replayOf(key, requestHash, request.principal, services);
    if (replay !== null) return replay;
  }
  problems.throwIfAny();

  const { principal } = request;
  const { session } = decideCreateSession(readOrder(body, principal), principal.fees ?? services.config.fees, {
    reviewWindowSeconds: principal.reviewWindowSeconds,
    deliveryDeadlineSeconds: principal.deliveryDeadlineSeconds,
  });
  const response = writeSession(session, pageUrlOf(services.publicUrl(), principal.sellerCode));
  const idempotency = key === null || requestHash === null ? null : { key, requestHash, response };
  if (await services.door.create({ session, idempotency })) return { body: response };
  const replay = key === null || requestHash === null ? null : await replayOf(key, requestHash, principal, services);
  if (replay === null) throw new Error("a session was neither written nor found under its key");
  return replay;
};

/** The stored answer under this key, if there is one; a conflict when it was another request. */
async function replayOf(
  key: string,
  requestHash: Buffer,
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
  return createHash("sha256").update(sorted(body)).digest();
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sorted(item)}`).join(",")}}`;
}

function checkAcrossFields(body: Partial<Create>, problems: Problems, mode: "sandbox" | "live"): void {
  if (mode === "live") {
    for (const name of ["success_url", "cancel_url"] as const) {
      if (typeof body?.[name] === "string" && !/^https:/i.test(body[name]) && !problems.has(name)) {
        problems.add(name, "Takes an https URL in live mode.");
      }
    }
  }
  if (!Array.isArray(body?.milestones) || body.milestones.length === 0) return;
  const amount = typeof body.amount === "string" ? parseMoney(body.amount) : null;
  const parts = body.milestones.map((milestone) =>
    typeof milestone?.amount === "string" ? parseMoney(milestone.amount) : null,
  );
  if (amount === null || parts.includes(null)) return;
  const sum = (parts as Cents[]).reduce<bigint>((total, part) => total + part, ZERO);
  if (sum !== amount) {
    problems.add(
      "milestones",
      `The amounts of the milestones must add up to ${formatMoney(amount)}; they add up to ${formatMoney(sum as Cents)}.`,
    );
  }
}

function readOrder(body: Create, { account, now }: Principal): Order {
  const content: SessionContent = {
    title: body.title,
    description: body.description ?? "",
    amount: parseMoney(body.amount) as Cents,
    lineItems: (body.line_items ?? []).map((item) => ({
      name: item.name,
      unitAmount: parseMoney(item.unit_amount) as Cents,
      quantity: item.quantity ?? 1,
      sku: item.sku ?? "",
    })),
    milestones: (body.milestones ?? []).map((milestone) => ({
      title: milestone.title,
      amount: parseMoney(milestone.amount) as Cents,
      description: milestone.description ?? "",
    })),
    externalReference: body.external_reference ?? "",
    customerEmail: body.customer_email ?? "",
    metadata: body.metadata ?? {},
    successUrl: body.success_url ?? "",
    cancelUrl: body.cancel_url ?? "",
    platform: body.platform ?? "",
  };
  return {
    ...content,
    account,
    id: uuidv7() as SessionId,
    content: writeSessionContent(content),
    expiresAt: now + (body.expires_in ?? LIMITS.expiresInSecondsDefault),
    created: now,
  };
}
