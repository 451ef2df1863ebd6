/**
 * Creations that leave with the check of their key: one round trip in place of two.
 *
 * The session is drafted as if the check would find what it last found of this key. Right behind the check goes its insert, which does
 * nothing unless the check has found just that, at that second, and a place in every window (store/statement-marks.ts). So what is remembered decides
 * nothing: whatever is different, the check decides as ever, and the request is handled as it would have been. To draft it the body has to
 * be there, so such a request is checked behind its body; what is wrong with it is told behind the check.
 */
import { LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PresentedKey } from "../identity/api-key.js";
import type { Standing } from "../identity/authenticate.js";
import { isJson } from "./json-body.js";

/** A request for a session whose check waits for its body. */
export type Postponed = { readonly presented: PresentedKey; readonly standing: Standing };

/** A body that can't be read, which is told once the key has passed. */
export class Unreadable {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    this.refusal = refusal;
  }
}

/** Requests in a row that were alone, this one included. */
const ALONE_MIN = 3;

declare module "fastify" {
  interface FastifyRequest {
    /** Set where the check waits for the body. */
    postponed: Postponed | null;
  }
}

/**
 * Returns what postpones the check of a request for a session until its body has come, where it may be: false where the check comes first.
 * Only a request that is alone is postponed, as the two before it were: others share larger batches, which are cheaper in two trips,
 * and so nobody holds many unchecked requests open by sending their bodies slowly.
 * @param postponed null where its key is not known; the request counts as under way all the same.
 */
export function openPostponing(
  app: FastifyInstance,
): (asked: { readonly request: FastifyRequest; readonly reply: FastifyReply }, postponed: Postponed | null) => boolean {
  let underWay = 0;
  /** How many in a row, up to now, were alone: the first of many that come together seems to be. */
  let alone = 0;
  const end = (): void => {
    underWay -= 1;
  };
  app.decorateRequest("postponed", null);
  return ({ request, reply }, postponed) => {
    underWay += 1;
    alone = underWay === 1 ? alone + 1 : 0;
    reply.raw.once("close", end);
    if (alone < ALONE_MIN || postponed === null || !isReadable(request)) return false;
    request.postponed = postponed;
    return true;
  };
}

/** Whether the body will come to us: Fastify refuses other types and lengths unread, so those are checked first. */
function isReadable({ headers }: FastifyRequest): boolean {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return isJson(headers["content-type"] ?? "") && length > 0 && length <= LIMITS.bodyBytes;
}
