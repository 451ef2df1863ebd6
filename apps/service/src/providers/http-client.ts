/**
 * How adapters reach their providers: to the hosts of the configuration alone, at addresses that were checked, over TLS that
 * is verified, and no further: redirects are not followed, and answers are bounded in time and bytes. Nothing is sent a second
 * time by itself, and no connection is kept, so what failed was sent once at most.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Policy } from "../outbound/guard.js";
import { openResolver, type Resolver } from "../outbound/resolve.js";
import { openSender } from "../outbound/send.js";
import { type Described, traced } from "../platform/traces.js";
import type { Unreachable } from "./port.js";

export type Request = {
  readonly method: "GET" | "POST" | "PUT";
  /** Below one of the bases. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

export type Response = {
  readonly kind: "answered";
  readonly status: number;
  /** By their names in lower case; of a header that came several times the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly retryAfterSeconds: number | null;
};

export type HttpClient = {
  /** Never rejects. What was answered with 401, 403, 429 or 5xx is an answer too: see {@link refusalOf}. */
  ask(request: Request): Promise<Response | Unreachable>;
  /** Calls off what is under way. */
  close(): Promise<void>;
};

/** The call to a provider that is under way, and when it was given up. */
const calls = new AsyncLocalStorage<AbortSignal>();

/**
 * All that the work asks, however many questions one after the other, is asked as long as nobody has given the call up: from
 * then on nothing is sent, and what is on its way is broken off.
 */
export const untilGivenUp = <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  calls.run(signal, work);

/** Far more than any answer has. */
const BODY_BYTES_MAX = 1_048_576;

/**
 * @param options.bases origins such as `https://api.stripe.com`: nothing else is dialled.
 * @param options.isSandbox origins may then be of this machine, as those of doubles are; never in live mode.
 * @param options.near those of the bases that may be so in any mode, for the operator says so.
 */
export function openHttpClient({
  bases,
  isSandbox,
  near = [],
  withinMs = 7_500,
  extraCa = null,
  resolver = openResolver(),
}: {
  readonly bases: readonly string[];
  readonly isSandbox: boolean;
  readonly near?: readonly string[];
  readonly withinMs?: number;
  readonly extraCa?: string | null;
  readonly resolver?: Resolver;
}): HttpClient {
  const origins = bases.map((base) => new URL(base).origin);
  const policy: Policy = { allowedOrigins: isSandbox ? origins : near.map((base) => new URL(base).origin) };
  const sender = openSender({
    policy,
    resolver,
    limits: { headMs: withinMs, bodyMs: withinMs, bodyBytes: BODY_BYTES_MAX, idleMax: 0 },
    ...(extraCa === null ? {} : { extraCa }),
  });
  return {
    ask: async (request) => {
      if (!origins.includes(new URL(request.url).origin)) return unreachable("it is no address of a provider", true);
      const answer = await traced(
        () => describe(request),
        async (span) => {
          const told = await sender.send({ ...request, signal: calls.getStore() });
          span?.set(
            told.kind === "answered" ? { "http.response.status_code": told.status } : { "error.type": told.stage },
          );
          return told;
        },
      );
      if (answer.kind === "failed") return unreachable(answer.error, answer.stage !== "answer");
      // Half an answer tells nothing: it may have been done.
      if (!answer.isComplete) return unreachable("its answer broke off, or was too long", false);
      return {
        kind: "answered",
        status: answer.status,
        headers: answer.headers,
        text: answer.body,
        retryAfterSeconds: answer.retryAfterSeconds,
      };
    },
    close: async () => {
      await sender.close();
      resolver.close();
    },
  };
}

/** Without its path, which may name whom it is about. */
const describe = ({ method, url }: Request): Described => {
  const { host } = new URL(url);
  return {
    name: `${method} ${host}`,
    kind: "client",
    attributes: { "http.request.method": method, "server.address": host },
  };
};

const unreachable = (reason: string, isUndone: boolean): Unreachable => ({ kind: "unreachable", reason, isUndone });

/**
 * What an answer means that every provider gives in the same way; null for what the adapter has to read. Of 408, 409, 424 and
 * 5xx nobody knows whether it was done.
 */
export function refusalOf({ status, retryAfterSeconds }: Response): Unreachable | null {
  const retry = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  if (status === 401 || status === 403) {
    return { ...unreachable(`it does not take our key (HTTP ${status})`, true), cause: "key" };
  }
  if (status === 429) return { ...unreachable("we ask it too much (HTTP 429)", true), cause: "busy", ...retry };
  if (status >= 500 || status === 408 || status === 409 || status === 424) {
    return { ...unreachable(`it answered with HTTP ${status}`, false), ...retry };
  }
  if (status < 200 || (status >= 300 && status < 400)) return unreachable(`it answered with HTTP ${status}`, false);
  return null;
}

/** Null for what is no JSON object. */
export function jsonIn({ text }: Pick<Response, "text">): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
