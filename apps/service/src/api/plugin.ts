/**
 * The merchant API as one Fastify plugin: its own authentication, its own bodies, its own errors. Checks run in the
 * order of decisions.md ("Requests"): route and method, key, rate limit, permission, body, version, then the handler.
 */
import {
  API_PATH,
  API_VERSION,
  type ErrorDetails,
  isBlank,
  LIMITS,
  mayOmitBody,
  OPERATION_IDS,
  type Operation,
  type OperationId,
  openApiDocument,
  operation,
} from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createOffered } from "../commands/execute.js";
import { readAuthorization } from "../identity/api-key.js";
import {
  expectationOf,
  openAuthentication,
  type PendingCreate,
  type Principal,
  type Verdict,
} from "../identity/authenticate.js";
import { CELL_HEADER } from "../identity/registry.js";
import { operatorName } from "../words/operator-names.js";
import type { Answer, ApiRequest, Services } from "./context.js";
import { HANDLERS } from "./handlers.js";
import { openPostponing, type Postponed, Unreadable } from "./immediate.js";
import { isJson, readJson } from "./json-body.js";
import { answerPrefetched, openPrefetch, type Prefetched } from "./prefetch.js";
import type { Query } from "./query.js";
import { ApiRefusal, writeError } from "./refusal.js";
import { registerRequestLog } from "./request-log.js";
import { draftCreation } from "./routes/create-session.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the API key has been verified. */
    principal: Principal | null;
    /** Its answer, where that is under way already. */
    ahead: Prefetched | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}

export function registerApi(app: FastifyInstance, services: Services): void {
  const authenticate = openAuthentication(services.db, services.config, () => services.addresses.onRefused("keys"));
  const sandbox = services.config.mode === "sandbox";
  const ahead = openPrefetch();
  const postpone = openPostponing(app);
  app.decorateRequest("principal", null);
  app.decorateRequest("ahead", null);
  if (services.requestLog !== null) registerRequestLog(app, services.requestLog);

  app.addHook("onRequest", async (request, reply) => {
    const id = request.routeOptions.config.operation;
    if (id === undefined) return;
    const presented = readAuthorization(request.headers.authorization);
    const creates = id === "createSession";
    if (creates && postpone({ request, reply }, ahead.lastFound(presented))) return;
    request.ahead = ahead.begin(id, presented, (read, reader, order) =>
      handle({ id: read, principal: reader, request }, { ...services, db: { ...services.db, ...order } }),
    );
    const verdict = await authenticate(presented, request.ip, { creates, behind: request.ahead?.behind ?? null });
    ahead.learn(presented, verdict);
    const principal = await admit(verdict, { id, request, reply }, services);
    return principal === null ? reply : undefined;
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LIMITS.bodyBytes }, (request, bytes, done) => {
    request.sentBytes = bytes as Buffer;
    try {
      done(null, parseBody(request, bytes as Buffer));
    } catch (error) {
      if (request.postponed === null) done(error as Error);
      else done(null, new Unreadable(error));
    }
  });

  for (const id of OPERATION_IDS) {
    const record = operation(id);
    if (record.tag === "Sandbox" && !sandbox) continue;
    app.route({
      method: record.method,
      url: API_PATH + record.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { operation: id },
      ...(record.query?.["limit"] === undefined ? { compress: false } : {}), // objects are small, pages of them are not
      handler: async (request, reply) => {
        const answer =
          request.postponed === null
            ? await answerAdmitted(id, request)
            : await createAtOnce(request.postponed, { request, reply });
        if (answer === null) return reply;
        return reply
          .code(record.success.status)
          .headers(answer.headers ?? {})
          .type(JSON_TYPE)
          .send(answer.body);
      },
    });
  }

  function answerAdmitted(id: OperationId, request: FastifyRequest): Promise<Answer> {
    const principal = request.principal as Principal;
    return answerPrefetched(request.ahead, principal) ?? handle({ id, principal, request }, services);
  }

  /** Null where the request was answered. */
  async function createAtOnce(
    { presented, standing }: Postponed,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<Answer | null> {
    const id = "createSession";
    const { principal: awaited, expected } = expectationOf(standing, request.ip, services.config);
    const draft = draftAtOnce({ id, principal: awaited, request }, services);
    const waiting: PendingCreate | null = draft && {
      expected,
      create: (db, mark) => createOffered({ db, log: services.log }, { mark, created: draft.created }),
    };
    const verdict = await authenticate(presented, request.ip, { creates: true, waiting });
    ahead.learn(presented, verdict);
    const principal = await admit(verdict, { id, request, reply }, services);
    if (principal === null) return null;
    if (draft !== null && verdict.kind === "authenticated" && verdict.created) return { body: draft.response };
    if (request.body instanceof Unreadable) throw request.body.refusal;
    return handle({ id, principal, request }, services);
  }

  publishDocument(app, services);
}

/** The OpenAPI document. It names the operator, so it is written again when that name changes. */
function publishDocument(app: FastifyInstance, { config, publicUrl }: Services): void {
  const sandbox = config.mode === "sandbox";
  let published = { operator: "", document: "" };
  app.get(`${API_PATH}/openapi.json`, (_request, reply) => {
    const operator = operatorName();
    if (published.operator !== operator) {
      const document = JSON.stringify(openApiDocument({ baseUrl: publicUrl() + API_PATH, sandbox, operator }));
      published = { operator, document };
    }
    return reply.type(JSON_TYPE).send(published.document);
  });
}

/** Lets a request through, or refuses it; null where it was answered: another cell is to be asked. */
async function admit(
  verdict: Verdict,
  { id, request, reply }: { readonly id: OperationId; readonly request: FastifyRequest; readonly reply: FastifyReply },
  services: Services,
): Promise<Principal | null> {
  if (verdict.kind === "rate_limited") {
    request.principal = verdict.principal;
    throw new ApiRefusal("rate_limited", {
      message: `More than ${verdict.limit}. Wait for the number of seconds in \`Retry-After\`.`,
      headers: { "Retry-After": String(verdict.retryAfterSeconds) },
    });
  }
  if (verdict.kind === "unauthenticated") {
    const cell = await cellInstead(request.headers.authorization, services);
    if (cell !== null) {
      misdirected(reply, cell);
      return null;
    }
    // RFC 9110, 11.6.1.
    throw new ApiRefusal("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  request.principal = verdict.principal;
  const missing = missingOf(operation(id), verdict.principal);
  if (missing !== null)
    throw new ApiRefusal("forbidden", { details: missing, message: Object.values(missing).flat()[0] });
  return verdict.principal;
}

/** What a request would create if its key still is what it was; null where it is to be refused. */
function draftAtOnce(asked: Asked<"createSession">, services: Services): ReturnType<typeof draftCreation> {
  if (asked.request.body instanceof Unreadable || missingOf(operation(asked.id), asked.principal) !== null) return null;
  try {
    return draftCreation(givenBy(asked), services);
  } catch {
    return null; // to be thrown again, behind the check
  }
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

type Asked<Id extends OperationId> = Pick<ApiRequest<Id>, "id" | "principal"> & { readonly request: FastifyRequest };

async function handle<Id extends OperationId>(asked: Asked<Id>, services: Services): Promise<Answer> {
  return HANDLERS[asked.id](givenBy(asked), services);
}

function givenBy<Id extends OperationId>({ id, principal, request }: Asked<Id>): ApiRequest<Id> {
  checkVersion(request.headers["escrow-version"]);
  const { idempotent } = operation(id);
  return {
    id,
    principal,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Query,
    rawBody: request.body === undefined && mayOmitBody(operation(id)) ? {} : request.body,
    idempotencyKey: idempotent ? readIdempotencyKey(request.headers["idempotency-key"]) : null,
  };
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
  const text = Buffer.from(key, "latin1").toString("utf8");
  if (!isBlank(text) && [...text].length <= LIMITS.idempotencyKeyLength) return key;
  throw new ApiRefusal("validation_failed", {
    details: { "Idempotency-Key": [`Takes text of 1 to ${LIMITS.idempotencyKeyLength} characters that is not blank.`] },
  });
}

/** Operations without a body ignore what was sent; all others take JSON and nothing else. */
function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  const id = request.routeOptions.config.operation;
  if (id === undefined || operation(id).body === undefined) return undefined;
  const { "content-encoding": encoding, "content-type": type = "" } = request.headers;
  const isEmpty = bytes.length === 0 && type === "";
  if ((!isJson(type) && !isEmpty) || (encoding !== undefined && encoding !== "identity"))
    throw new ApiRefusal("unsupported_media_type");
  return readJson(bytes);
}
