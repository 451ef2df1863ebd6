/**
 * What of a request is kept for the seller's log (docs/decisions/0012-tools-for-developers.md): what it asked and how it was answered; of one that was
 * refused also what it sent and the error. Secrets and card numbers are struck out wherever they stand.
 */
import { API_PATH, LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Answered, RequestLog } from "../commands/request-log.js";
import { readAddress } from "../identity/networks.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it came, until it is answered. */
    sentBytes: Buffer | null;
    /** What it was answered with: an error's envelope, or the beginning of an object. */
    answerText: string | null;
  }
}

const OBJECT_ID = /^\{"id":"([^"\\]{1,64})"/;
const TEXT_LENGTH = 300;
const PATH_LENGTH = 2_000;

/** Adds the hooks. Requests that present no valid key belong to nobody, and are not kept. */
export function registerRequestLog(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest("sentBytes", null);
  app.decorateRequest("answerText", null);
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.principal !== null && typeof payload === "string")
      request.answerText = reply.statusCode >= 400 ? payload : payload.slice(0, 80);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { principal } = request;
    if (principal !== null) log.add(principal, () => answered(request, reply, principal));
    done();
  });
}

function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  { account, keyLookup }: Parameters<RequestLog["add"]>[0],
): Answered {
  const isRefused = reply.statusCode >= 400;
  const text = request.answerText ?? "";
  const { "idempotency-key": idempotencyKey, "user-agent": userAgent = "" } = request.headers;
  return {
    account,
    id: idOf(request.id),
    method: request.method,
    path: struckOut(request.url.slice(API_PATH.length)).slice(0, PATH_LENGTH),
    status: reply.statusCode,
    errorCode: isRefused ? (/"code":"(\w+)"/.exec(text)?.[1] ?? null) : null,
    keyLookup,
    durationMs: Math.round(reply.elapsedTime),
    idempotencyKey:
      typeof idempotencyKey === "string" ? struckOut(idempotencyKey).slice(0, LIMITS.idempotencyKeyLength) : null,
    isReplay: reply.getHeader("idempotent-replayed") !== undefined,
    objectId: isRefused ? null : (OBJECT_ID.exec(text)?.[1] ?? null),
    address: readAddress(request.ip) ?? request.ip,
    userAgent: struckOut(userAgent).slice(0, TEXT_LENGTH),
    body: isRefused ? bodyOf(request.sentBytes) : null,
    answer: isRefused ? struckOut(text) : null,
  };
}

/** The UUID behind `req_…`. */
const idOf = (requestId: string): string =>
  requestId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

function bodyOf(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.length === 0) return null;
  const text = bytes.subarray(0, LIMITS.requestLogBodyBytes).toString("utf8").replaceAll("\0", "\ufffd");
  return struckOut(text);
}

/** API keys keep the part that is no secret; signing secrets and what may be a card number keep nothing. */
const struckOut = (text: string): string =>
  text
    .replaceAll(/\b(hf_[0-9A-Za-z]{12}_)[0-9A-Za-z]+/g, "$1****")
    .replaceAll(/\bwhsec_[0-9A-Za-z]+/g, "whsec_****")
    .replaceAll(/(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w.])/g, (digits) => (isCardNumber(digits) ? "****" : digits));

/** By the check digit that cards have (ISO/IEC 7812-1, annex B): one in ten of other numbers has it too. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
