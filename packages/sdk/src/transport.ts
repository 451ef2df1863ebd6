/** One call of the API: its request, its attempts, and what their answers mean. */
import type { Answer } from "./call.js";
import { ApiError, ConnectionError, type HoldfastError, TimeoutError } from "./errors.js";
import { API_VERSION } from "./types.js";

/** How long a call may take and how often it may ask. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt; 20,000 by default. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Milliseconds for the call with its retries and the waits between them; 60,000 by default. */
  readonly totalTimeoutMs?: number | undefined;
  /** Attempts after the first; 2 by default. */
  readonly retriesMax?: number | undefined;
}

export interface ClientOptions extends Omit<CallOptions, "signal"> {
  /** For servers only. */
  readonly apiKey: string;
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** In place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

type Query = Readonly<Record<string, string | number | null | undefined>>;

export interface ApiRequest {
  readonly method: "GET" | "POST";
  /** Below the base URL, with its parameters filled in. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: object | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Sends requests of one client. */
export type Send = <Data>(request: ApiRequest, options?: CallOptions) => Promise<Answer<Data>>;

const DEFAULTS = { attemptTimeoutMs: 20_000, totalTimeoutMs: 60_000, retriesMax: 2 };

/** Waits before retries are drawn from twice this, then four times. */
const BACKOFF_MS = 250;

/** @throws TypeError for an option that can't be used. */
export function openTransport(options: ClientOptions): Send {
  const base = baseOf(options.baseUrl);
  const headers = {
    Authorization: `Bearer ${keyIn(options)}`,
    "Escrow-Version": API_VERSION,
    Accept: "application/json",
  };
  return async <Data>(request: ApiRequest, call: CallOptions = {}) => {
    const wire = {
      url: base + request.path + searchOf(request.query),
      head: headOf(headers, request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
    };
    const settings = { ...DEFAULTS, ...given(options), ...given(call) };
    const fetch = options.fetch ?? globalThis.fetch;
    return attempts<Data>((allowedMs) => attempt<Data>({ ...wire, fetch, request, allowedMs, signal: call.signal }), {
      ...settings,
      signal: call.signal,
    });
  };
}

/** Refused here, in words that don't repeat it: a platform quotes the header that it can't send. */
function keyIn({ apiKey }: ClientOptions): string {
  if (typeof apiKey !== "string" || apiKey === "") throw new TypeError("apiKey is missing");
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError("apiKey has a blank, a line break or another character that no key has");
  return apiKey;
}

function baseOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, "");
  if (!path.endsWith("/api/v1")) throw new TypeError(`baseUrl ends in /api/v1, and this does not: ${baseUrl}`);
  return origin + path;
}

const given = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function searchOf(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

function headOf(common: Readonly<Record<string, string>>, { body, idempotencyKey }: ApiRequest): Headers {
  const head = new Headers(common);
  if (body !== undefined) head.set("Content-Type", "application/json");
  if (idempotencyKey !== undefined) {
    if (/\p{Cc}/u.test(idempotencyKey))
      throw new TypeError("idempotencyKey has a line break or another control character");
    head.set("Idempotency-Key", bytesAsText(idempotencyKey));
  }
  return head;
}

/** Headers hold bytes: what is not ASCII goes as the bytes of its UTF-8. */
const bytesAsText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

type Budget = typeof DEFAULTS & { readonly signal: AbortSignal | undefined };

/** Asks until there is an answer, a refusal that another try won't change, or no time. */
async function attempts<Data>(
  ask: (allowedMs: number) => Promise<Answer<Data>>,
  { signal, attemptTimeoutMs, totalTimeoutMs, retriesMax }: Budget,
): Promise<Answer<Data>> {
  const deadline = Date.now() + totalTimeoutMs;
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted();
    try {
      return await ask(Math.min(attemptTimeoutMs, deadline - Date.now()));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
      error.attempts = count;
      const waitMs = waitBefore(error, count);
      if (waitMs === null || count > retriesMax || Date.now() + waitMs >= deadline) throw error;
      await sleep(waitMs, signal);
    }
  }
}

/** Refusals that may be over a moment later. A 409 never is. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 503]);

function waitBefore(error: HoldfastError, count: number): number | null {
  if (error instanceof ApiError) {
    if (!PASSING.has(error.status)) return null;
    if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000;
  }
  return Math.random() * BACKOFF_MS * 2 ** count;
}

/** Rejects with the signal's reason when it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

type Attempt = {
  readonly fetch: typeof globalThis.fetch;
  readonly request: ApiRequest;
  readonly url: string;
  readonly head: Headers;
  readonly body: string | null;
  readonly allowedMs: number;
  readonly signal: AbortSignal | undefined;
};

async function attempt<Data>(one: Attempt): Promise<Answer<Data>> {
  const { fetch, request, url, head, body, allowedMs, signal } = one;
  const what = `${request.method} ${request.path}`;
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const timer = setTimeout(stop, allowedMs);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: head,
      body,
      redirect: "manual", // the key goes to no other place
      signal: ending.signal,
    });
    return understand<Data>(what, response, parsed(await response.text()));
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) throw error;
    signal?.throwIfAborted();
    if (ending.signal.aborted) throw new TimeoutError(`${what}: no answer within ${allowedMs} ms`, { cause: error });
    throw new ConnectionError(`${what}: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

type Parsed = Readonly<Record<string, unknown>> | null;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parsed(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function understand<Data>(what: string, response: Response, body: Parsed): Answer<Data> {
  const { status, headers } = response;
  const requestId = headers.get("request-id");
  if (response.ok && body !== null) {
    requestIds.set(body, requestId);
    return { data: body as Data, response, requestId, isReplayed: headers.get("idempotent-replayed") === "true" };
  }
  const error = isRecord(body?.["error"]) ? body["error"] : null;
  // Not the API's own word: something on the way is broken, or answers in its place.
  if (error === null && (response.ok || status >= 500))
    throw new ConnectionError(`${what}: the answer (${status}) is not the API's, or not all of it`);
  throw new ApiError({
    status,
    type: String(error?.["type"] ?? "api_error"),
    code: String(error?.["code"] ?? "unexpected_response"),
    message: String(error?.["message"] ?? `${what}: the answer (${status}) is not the API's`),
    details: (error?.["details"] ?? {}) as ApiError["details"],
    requestId,
    retryAfterSeconds: secondsIn(headers.get("retry-after")),
  });
}

/** `Retry-After` in seconds: the API gives those, and what stands before it may give a date. */
function secondsIn(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : null;
  return String(cause?.["code"] ?? (error instanceof Error ? error.message : error));
}

const requestIds = new WeakMap<object, string | null>();

/** The `Request-Id` of the answer that an object or page came with; null for anything else. */
export const requestIdOf = (result: object): string | null => requestIds.get(result) ?? null;
