/**
 * The HTTP server around the API and the pages: limits, headers that every response bears, one log line and one
 * measurement a request, and errors in the contract's envelope, whatever raised them.
 */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { parse as parseQuery } from "node:querystring";
import { API_VERSION, ERRORS, type ErrorCode, LIMITS } from "@holdfast/contract";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Config } from "../config/index.js";
import { DatabaseUnavailable } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { uuidv7Digits } from "../platform/random.js";
import { isTraced } from "../platform/traces.js";
import { openClientAddresses } from "./client-address.js";
import { boundConnections } from "./connections.js";
import { answerHeaders, checkHead, HEAD_BYTES_READ, knownHosts } from "./heads.js";
import { enterHosted, type HostedSellers } from "./hosted-sellers.js";
import { JSON_TYPE } from "./plugin.js";
import { ApiRefusal, writeError } from "./refusal.js";
import { registerTraces, routeOf } from "./traces.js";

/** How long a request may take to arrive, head and body; the default of none would let a slow sender hold a socket for ever. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often Node looks for requests that took too long. */
const TIMEOUT_STEP_MS = 1_000;

export type Server = {
  readonly app: FastifyInstance;
  /** From now on every answer asks its connection to close, so that a stop has an end. */
  drain(): void;
};

/** The page that a person sees in place of the envelope; null for a request that a program made. */
type AnswerPerson = (
  refusal: { readonly code: ErrorCode; readonly waitSeconds: number | null },
  request: FastifyRequest,
) => { readonly body: string; readonly headers: Readonly<Record<string, string>> } | null;

type Parts = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly answerPerson: AnswerPerson;
  /** What a person sees of whom nothing is known but that the head could not be read; null where only programs come. */
  readonly unreadableRequestPage?: (() => string) | undefined;
  /** Null where only those who watch the service come. */
  readonly hostedSellers?: HostedSellers | undefined;
  readonly config: Pick<Config, "trustedProxies" | "publicUrl" | "host" | "keepAliveSeconds">;
};

export function createServer(parts: Parts): Server {
  const { log, metrics, config } = parts;
  const common = answerHeaders(config.publicUrl?.startsWith("https://") === true);
  const knowsHost = knownHosts({ publicUrl: config.publicUrl, own: config.host });
  let draining = false;
  const app = Fastify({
    logger: false,
    genReqId: () => `req_${uuidv7Digits()}`,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.keepAliveSeconds * 1000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    // An id that is too long is none of an object, as others are: routes see all that a head can hold.
    // Node's own parser marks bytes that are not UTF-8, where Fastify's would take the escapes for the text itself.
    routerOptions: { maxParamLength: HEAD_BYTES_READ, querystringParser: (text) => parseQuery(text) },
    // A missing Host is refused below: Node's refusal would come without the envelope.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requireHostHeader: false,
      maxHeaderSize: HEAD_BYTES_READ,
      connectionsCheckingInterval: TIMEOUT_STEP_MS,
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...common, ...namedBy(request.id) });
      answerError(error, { request, reply: reply as FastifyReply }, parts);
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket as Socket, { common, unreadableRequestPage: parts.unreadableRequestPage }),
  });
  boundConnections(app.server, config.trustedProxies);
  // An expectation that nobody knows is ignored (RFC 9110, 10.1.1): Node's 417 would come without the envelope.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The framework closes where it did not read a body to its end. A sender in the middle of one would lose the answer:
    // the rest is read and dropped instead, for as long as a request may take.
    reply.removeHeader("connection");
    return answerError(error, { request, reply }, parts);
  });
  const methodsOf = openMethods(app);
  app.decorate("methodsOf", methodsOf);
  app.setNotFoundHandler((request, reply) => answerError(noRoute(methodsOf(request.url)), { request, reply }, parts));
  if (isTraced()) registerTraces(app);
  const readClient = openClientAddresses(config.trustedProxies, log);
  app.addHook("onRequest", async (request, reply) => {
    readClient(request.raw);
    reply.headers({ ...(isOfPages(request) ? {} : common), ...namedBy(request.id) });
    checkHead(request, knowsHost);
    const found = parts.hostedSellers?.find(request.host) ?? null;
    const seller = found === null ? null : await found;
    if (seller !== null && config.publicUrl !== null) {
      const sent = enterHosted(request, reply, { seller, publicUrl: config.publicUrl });
      if (sent !== null) return sent;
    }
    // Before the body is looked at: what is wrong with it does not matter where nobody reads it.
    if (request.is404) throw noRoute(methodsOf(request.url));
  });
  // Looked at when the answer goes out: a request may have begun long before the stop.
  app.addHook("onSend", async (_request, reply) => {
    if (draining) reply.header("Connection", "close");
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = routeOf(request);
    metrics.observeRequest({
      route,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    log.info(
      {
        request: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.principal?.account,
      },
      "request",
    );
  });
  return {
    app,
    drain: () => {
      draining = true;
    },
  };
}

const namedBy = (requestId: string): Readonly<Record<string, string>> => ({
  "Escrow-Version": API_VERSION,
  "Request-Id": requestId,
});

/** Pages and their parts say for themselves who may keep them. */
const isOfPages = ({ routeOptions: { config, url = "" } }: FastifyRequest): boolean =>
  config.page === true || url.startsWith("/assets/");

/** A client that hangs up in the middle of a request reads no answer, and nothing has failed here. */
const hasHungUp = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.destroyed && !raw.complete && error instanceof Error && "code" in error && error.code === "ECONNRESET";

function answerError(
  error: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { log, answerPerson }: Parts,
): FastifyReply {
  const isGone = hasHungUp(error, request);
  const refusal = isGone ? new ApiRefusal("request_timeout") : refusalFor(error);
  if (isGone) log.debug({ request: request.id }, "hung up");
  if (refusal.code === "internal_error") log.error({ request: request.id, err: error }, "request failed");
  if (refusal.code === "service_unavailable") log.warn({ request: request.id, err: error }, "database unavailable");
  reply.code(ERRORS[refusal.code].status).headers(refusal.headers);
  const page = answerPerson({ code: refusal.code, waitSeconds: waitIn(refusal.headers) }, request);
  if (page !== null) return reply.headers(page.headers).send(page.body);
  return reply.type(JSON_TYPE).send(writeError(refusal.code, refusal.details, refusal.message));
}

const waitIn = ({ "Retry-After": seconds }: Readonly<Record<string, string>>): number | null =>
  seconds === undefined ? null : Number(seconds);

/** What the framework raises before a handler runs, in the contract's words. */
const FRAMEWORK_ERRORS: Readonly<Record<string, { code: ErrorCode; sentence?: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "payload_too_large" },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: "unsupported_media_type" },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "validation_failed",
    sentence: "The body's size is not what Content-Length says.",
  },
  FST_ERR_BAD_URL: { code: "not_found" },
  FST_ERR_ASYNC_CONSTRAINT: { code: "not_found" },
  FST_ERR_MAX_PARAM_LENGTH: { code: "not_found" },
};

function refusalFor(error: unknown): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  if (error instanceof DatabaseUnavailable)
    return new ApiRefusal("service_unavailable", { headers: { "Retry-After": "2" } });
  const known = error instanceof Error && "code" in error ? FRAMEWORK_ERRORS[String(error.code)] : undefined;
  if (known === undefined) return new ApiRefusal("internal_error");
  return new ApiRefusal(known.code, known.sentence === undefined ? {} : { details: { body: [known.sentence] } });
}

/** What each path takes, also where another method was asked for. Has to be opened before the routes are there. */
function openMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.isUnknown === true) return;
    const pattern = new RegExp(`^${url.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll(/:\w+/g, "[^/]+")}$`);
    routes.push(...[method].flat().map((one) => ({ method: one, pattern })));
  });
  return (url) => {
    const path = url.split("?", 1)[0] ?? "";
    return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  };
}

const noRoute = (allow: readonly string[]): ApiRefusal =>
  allow.length === 0
    ? new ApiRefusal("not_found", { message: "There is no such path." })
    : new ApiRefusal("method_not_allowed", { headers: { Allow: allow.join(", ") } });

/** As much as came of a head last; its beginning may have come before. */
type Unread = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/**
 * Programs ask for the API, bear a key, or say that they take something else than pages. Of a head whose beginning came before, its
 * cookies tell: nobody else has so many.
 */
function isOfBrowser({ rawPacket }: Unread): boolean {
  const head = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1") : "";
  if (/^[A-Z]+ \/api\/|\r\nauthorization:/i.test(head)) return false;
  const [, accepted] = /\r\naccept:([^\r]*)/i.exec(head) ?? [];
  return accepted === undefined ? COOKIES.test(head) : accepted.includes("text/html");
}

/** What could not be read as HTTP at all still gets the envelope, or a page, then the socket is closed. */
function answerClientError(
  error: Unread,
  socket: Socket,
  {
    common,
    unreadableRequestPage,
  }: Pick<Parts, "unreadableRequestPage"> & { readonly common: Readonly<Record<string, string>> },
): void {
  // While the answer to an earlier request is under way on the connection, another one would be taken for it.
  const { _httpMessage: underWay = null } = socket as Socket & { _httpMessage?: ServerResponse | null };
  const isOfAnother = underWay !== null && (underWay.headersSent || underWay.req.complete);
  if (error.code === "ECONNRESET" || !socket.writable || isOfAnother) {
    socket.destroy();
    return;
  }
  const code = CLIENT_ERRORS[error.code ?? ""] ?? "validation_failed";
  const { status } = ERRORS[code];
  const page = code === "headers_too_large" && isOfBrowser(error) ? unreadableRequestPage?.() : undefined;
  const details = code === "validation_failed" ? { request: ["The request is not valid HTTP/1.1."] } : undefined;
  const body = page ?? writeError(code, details);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${page === undefined ? JSON_TYPE : "text/html; charset=utf-8"}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries({ ...common, ...namedBy(`req_${uuidv7Digits()}`) }).map((pair) => pair.join(": ")),
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

const COOKIES = /; ?[\w.!#$%&'*+^`|~-]+=/;
const CLIENT_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};
