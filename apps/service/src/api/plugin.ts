/**
 * The merchant API as one Fastify plugin: its own authentication, its own bodies, its own errors. Checks run in the
 * order of decisions.md ("Requests"): route and method, key, rate limit, permission, body, version, then the handler.
 */
import {
  API_PATH,
  API_VERSION,
  type ErrorDetails,
  LIMITS,
  mayOmitBody,
  OPERATION_IDS,
  type Operation,
  type OperationId,
  openApiDocument,
  operation,
} from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readAuthorization } from "../identity/api-key.js";
import { openAuthentication, type Principal } from "../identity/authenticate.js";
import { CELL_HEADER } from "../identity/registry.js";
import { type Ahead, answerAhead, openAhead } from "./ahead.js";
import type { Answer, ApiRequest, Services } from "./context.js";
import { HANDLERS } from "./handlers.js";
import { readJson } from "./json-body.js";
import type { Query } from "./query.js";
import { ApiRefusal, writeError } from "./refusal.js";
import { registerRequestLog } from "./request-log.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the API key has been verified. */
    principal: Principal | null;
    /** Its answer, where that is under way already. */
    ahead: Ahead | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}

export function registerApi(app: FastifyInstance, services: Services): void {
  const authenticate = openAuthentication(services.db, services.config);
  const sandbox = services.config.mode === "sandbox";
  const ahead = openAhead();
  app.decorateRequest("principal", null);
  app.decorateRequest("ahead", null);
  if (services.requestLog !== null) registerRequestLog(app, services.requestLog);

  app.addHook("onRequest", async (request, reply) => {
    const id = request.routeOptions.config.operation;
    if (id === undefined) return;
    const presented = readAuthorization(request.headers.authorization);
    request.ahead = ahead.begin(id, presented, (read, reader, order) =>
      handle({ id: read, principal: reader, request }, { ...services, db: { ...services.db, ...order } }),
    );
    const verdict = await authenticate(presented, request.ip, {
      creates: id === "createSession",
      behind: request.ahead?.behind ?? null,
    });
    ahead.learn(presented, verdict);
    if (verdict.kind === "rate_limited") {
      request.principal = verdict.principal;
      throw new ApiRefusal("rate_limited", {
        message: `More than ${verdict.limit}. Wait for the number of seconds in \`Retry-After\`.`,
        headers: { "Retry-After": String(verdict.retryAfterSeconds) },
      });
    }
    if (verdict.kind === "unauthenticated") {
      const cell = await cellInstead(request.headers.authorization, services);
      if (cell !== null) return misdirected(reply, cell);
      // RFC 9110, 11.6.1.
      throw new ApiRefusal("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });
    }
    request.principal = verdict.principal;
    const missing = missingOf(operation(id), verdict.principal);
    if (missing !== null)
      throw new ApiRefusal("forbidden", { details: missing, message: Object.values(missing).flat()[0] });
    return undefined;
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LIMITS.bodyBytes }, (request, bytes, done) => {
    request.sentBytes = bytes as Buffer;
    try {
      done(null, parseBody(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });

  for (const id of OPERATION_IDS) {
    const record = operation(id);
    if (record.tag === "Sandbox" && !sandbox) continue;
    app.route({
      method: record.method,
      url: API_PATH + record.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { operation: id },
      handler: async (request, reply) => {
        const principal = request.principal as Principal;
        const answer = await (answerAhead(request.ahead, principal) ?? handle({ id, principal, request }, services));
        return reply
          .code(record.success.status)
          .headers(answer.headers ?? {})
          .type(JSON_TYPE)
          .send(answer.body);
      },
    });
  }

  let published: string | null = null;
  app.get(`${API_PATH}/openapi.json`, (_request, reply) => {
    published ??= JSON.stringify(openApiDocument({ baseUrl: services.publicUrl() + API_PATH, sandbox }));
    return reply.type(JSON_TYPE).send(published);
  });
}

/** The cell that a key is at home in, where that is another one. */
const cellInstead = async (authorization: string | undefined, { whereabouts }: Services): Promise<string | null> => {
  const presented = whereabouts === null ? null : readAuthorization(authorization);
  return presented === null || whereabouts === null ? null : whereabouts.ofKey(presented.lookup);
};

/** For the proxy alone (RFC 9110, 15.5.20): it asks the cell that is named, and a client never reads this. */
const misdirected = (reply: FastifyReply, cell: string): FastifyReply =>
  reply.code(421).header(CELL_HEADER, cell).type(JSON_TYPE).send(writeError("service_unavailable"));

/** What a key lacks for an operation, as `details` tells it: the first thing that is missing. Null when nothing is. */
export function missingOf(
  { method, scope }: Pick<Operation, "method" | "scope">,
  { scopes, isAtHome, stopped }: Pick<Principal, "scopes" | "isAtHome" | "stopped">,
): ErrorDetails | null {
  if (!isAtHome) return { network: ["This API key may not be used from this network."] };
  if (scope !== null && !scopes.includes(scope)) return { scope: [`This API key lacks the scope ${scope}.`] };
  return method === "POST" && stopped !== null ? { account: [`The account is ${stopped}.`] } : null;
}

export const JSON_TYPE = "application/json; charset=utf-8";

async function handle<Id extends OperationId>(
  { id, principal, request }: Pick<ApiRequest<Id>, "id" | "principal"> & { readonly request: FastifyRequest },
  services: Services,
): Promise<Answer> {
  checkVersion(request.headers["escrow-version"]);
  const { idempotent } = operation(id);
  const given: ApiRequest<Id> = {
    id,
    principal,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Query,
    rawBody: request.body === undefined && mayOmitBody(operation(id)) ? {} : request.body,
    idempotencyKey: idempotent ? readIdempotencyKey(request.headers["idempotency-key"]) : null,
  };
  return HANDLERS[id](given, services);
}

function checkVersion(asked: string | string[] | undefined): void {
  if (asked === undefined || asked === API_VERSION) return;
  throw new ApiRefusal("validation_failed", {
    details: { "Escrow-Version": [`Takes a known version: ${API_VERSION}.`] },
  });
}

function readIdempotencyKey(given: string | string[] | undefined): string | null {
  if (given === undefined) return null;
  const key = Array.isArray(given) ? given.join(", ") : given;
  // Node hands each byte on as a character.
  const { length } = [...Buffer.from(key, "latin1").toString("utf8")];
  if (key.trim() !== "" && length <= LIMITS.idempotencyKeyLength) return key;
  throw new ApiRefusal("validation_failed", {
    details: { "Idempotency-Key": [`Takes text of 1 to ${LIMITS.idempotencyKeyLength} characters that is not blank.`] },
  });
}

/** Operations without a body ignore what was sent; all others take JSON and nothing else. */
function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  const id = request.routeOptions.config.operation;
  if (id === undefined || operation(id).body === undefined) return undefined;
  const encoding = request.headers["content-encoding"];
  const type = request.headers["content-type"] ?? "";
  const isJson = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?$/i.test(type.trim());
  const isEmpty = bytes.length === 0 && type === "";
  if ((!isJson && !isEmpty) || (encoding !== undefined && encoding !== "identity"))
    throw new ApiRefusal("unsupported_media_type");
  return readJson(bytes);
}
