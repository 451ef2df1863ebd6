/**
 * Sends one request: checks the URL, looks the name up, checks every address, dials one of those and no other, and
 * tells what came of it. Whether that is a success is for the caller to judge.
 *
 * Knows nothing of signatures or retries, nor whom it calls and why. It sends what the caller handed over and adds nothing but
 * `Accept-Encoding: identity` and what HTTP/1.1 requires.
 */
import { isIP } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { LIMITS } from "@holdfast/contract";
import { type Said, say } from "../diagnoses/say.js";
import { stopwatch, unixSeconds } from "../platform/clock.js";
import { type Connection, type Connections, openConnections } from "./connections.js";
import { type Exchange, type ExchangeLimits, type Headers, type Reply, startExchange } from "./exchange.js";
import { CutOff, isOfTls, isStale, isUnreachable, isWithoutRoute, wordsOf } from "./failures.js";
import { type Policy, readTarget, type Target } from "./guard.js";
import { addressesOf, type Lookup, type Resolver } from "./resolve.js";

export type Answer =
  /** An answer of any status. `body`: the first 16 KiB as text, perhaps less when the receiver was slow or broke off. */
  | {
      readonly kind: "answered";
      readonly status: number;
      /** How long the receiver asked to be left alone, when it said so in seconds or as a date (RFC 9110, section 10.2.3). */
      readonly retryAfterSeconds: number | null;
      readonly body: string;
      /** By their names in lower case; what came several times, or beyond the bound, is left out. */
      readonly headers: Readonly<Record<string, string>>;
      /** The body came whole. */
      readonly isComplete: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: "failed";
      /** In plain words, fit to be shown to the owner of the endpoint. */
      readonly error: string;
      /** The guard kept the attempt from a place where nothing may be sent. */
      readonly isRefused?: boolean;
      /** Where it failed. With `dial` and `tls` nothing was sent. */
      readonly stage: "dial" | "tls" | "answer";
      readonly durationMs: number;
    };

export const HTTP_METHODS = ["POST", "GET", "PUT"] as const;

export type SendRequest = {
  readonly url: string;
  /** POST when left out. */
  readonly method?: (typeof HTTP_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Calls the attempt off: what was not sent by then is not sent. */
  readonly signal?: AbortSignal | undefined;
};

export type Sender = {
  /** Never rejects for anything that a receiver, a name server or a network does. `durationMs`: up to the last header. */
  send(request: SendRequest): Promise<Answer>;
  /** Calls off what is under way and closes every connection. To let attempts end well, wait for them first. */
  close(): Promise<void>;
  /** Connections that are kept for another use. */
  readonly idleCount: number;
};

export type SenderOptions = {
  readonly policy: Policy;
  readonly resolver: Resolver;
  /** PEM: roots that count besides the usual ones (TLS_EXTRA_CA_FILE). */
  readonly extraCa?: string;
  readonly limits?: Partial<SendLimits>;
};

export type SendLimits = ExchangeLimits & {
  /** From the first dial to the last header of the answer, all addresses together. */
  readonly headMs: number;
  /** What an address has to accept a connection when there is another one to try. */
  readonly connectMs: number;
  /** Addresses that one attempt dials at most. */
  readonly dials: number;
  readonly idleMax: number;
  readonly idleMs: number;
};

const DEFAULTS: SendLimits = {
  headMs: LIMITS.webhookResponseSeconds * 1000,
  bodyBytes: LIMITS.webhookResponseBytes,
  bodyMs: 2000,
  connectMs: 3000,
  dials: 3,
  idleMax: 1000,
  idleMs: 30_000,
};

export function openSender({ policy, resolver, extraCa, limits: given }: SenderOptions): Sender {
  const limits = { ...DEFAULTS, ...given };
  const connections = openConnections(secureContext(extraCa ?? ""), limits);
  const readUrl = remember((url: string) => readTarget(url, policy));
  const courses = new Set<Course>();
  const underWay = new Set<Promise<Answer>>();
  let isClosed = false;

  async function attempt(request: SendRequest): Promise<Answer> {
    const course = openCourse(limits.headMs);
    courses.add(course);
    if (isClosed || request.signal?.aborted === true) course.callOff();
    request.signal?.addEventListener("abort", course.callOff);
    try {
      const read = readUrl(request.url);
      if (!read.ok) return { ...course.failed(read.reason, "dial"), isRefused: true };
      const found = await Promise.race([addressesOf(read.target, { resolver, policy }), course.calledOff]);
      if (!found.ok) return { ...course.failed(found.reason, "dial"), isRefused: found.isRefused === true };
      const { target } = read;
      const reply = await deliver({ target, addresses: found.addresses, request, course, limits, connections });
      return reply.kind === "broken" ? course.failed(wordsOf(reply.error), stageOf(reply)) : course.answered(reply);
    } finally {
      request.signal?.removeEventListener("abort", course.callOff);
      course.end();
      courses.delete(course);
    }
  }

  return {
    send(request) {
      const answer = attempt(request);
      underWay.add(answer);
      const end = (): boolean => underWay.delete(answer);
      answer.then(end, end);
      return answer;
    },
    async close() {
      isClosed = true;
      for (const course of courses) course.callOff();
      await Promise.allSettled(underWay);
      connections.close();
    },
    get idleCount() {
      return connections.idleCount;
    },
  };
}

/** Reading a URL depends on its text alone, and the same few are read again and again. */
function remember<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? read(text);
    if (known.size === REMEMBERED_MAX) known.clear();
    known.set(text, value);
    return value;
  };
}

const REMEMBERED_MAX = 1_000;

type Trip = {
  readonly target: Target;
  /** Checked, at least one. */
  readonly addresses: readonly string[];
  readonly request: SendRequest;
  readonly course: Course;
  readonly limits: SendLimits;
  readonly connections: Connections;
};

/**
 * Over a kept connection to one of the addresses, or else a new one. A kept one that turns out to be closed is no fault of
 * the endpoint, so the attempt goes on with a new one; should the first request have been taken after all, the receiver
 * knows the event by its id.
 */
async function deliver(trip: Trip): Promise<Reply> {
  const { target, addresses, connections } = trip;
  const kept = connections.take(target.origin, addresses);
  if (kept !== null) {
    const reply = await converse(kept, trip);
    if (reply.kind === "answered" || reply.wasHeard || !isStale(reply.error)) return reply;
  }
  return dialInTurns(trip);
}

/**
 * One address after the other until one takes the connection, families in turns (RFC 8305, section 4): what reaches one of them alone
 * gets in by the second dial. Where this machine has no way to a family at all, that is no dial, and the other family goes on. One
 * after the other, and not several at once: an attempt has no more than one connection under way, so what it sends it sends once.
 */
async function dialInTurns(trip: Trip): Promise<Reply> {
  const { target, connections, limits } = trip;
  const away = new Set<number>();
  let [address, ...others] = inTurns(trip.addresses) as [string, ...string[]];
  for (let left = limits.dials; ; ) {
    const connectMs = left > 1 && others.length > 0 ? limits.connectMs : null;
    const reply = await converse(connections.dial(target, address, connectMs), trip);
    if (reply.kind === "answered" || !isUnreachable(reply.error)) return reply;
    const family = isIP(address);
    if (isWithoutRoute(reply.error) && !away.has(family)) {
      away.add(family);
      others = [
        ...others.filter((other) => isIP(other) !== family),
        ...others.filter((other) => isIP(other) === family),
      ];
    } else left -= 1;
    const [next, ...rest] = others;
    if (left === 0 || next === undefined) return reply;
    [address, others] = [next, rest];
  }
}

/** In the order in which they came, but one of each family after the other. */
function inTurns(addresses: readonly string[]): readonly string[] {
  const first = addresses.filter((address) => isIP(address) === isIP(addresses[0] ?? ""));
  const second = addresses.filter((address) => !first.includes(address));
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((address) => address !== undefined);
}

async function converse(
  connection: Connection,
  { target, request, course, limits, connections }: Trip,
): Promise<Reply> {
  const exchange = startExchange(connection, {
    request: {
      method: request.method ?? "POST",
      path: target.path,
      // A compressed answer could unfold to any size; what comes compressed all the same stays so.
      headers: { ...request.headers, "accept-encoding": "identity" },
      body: request.body,
    },
    limits,
    onHead: course.headCame,
  });
  course.follow(exchange);
  const reply = await exchange.reply;
  if (reply.kind === "answered" && reply.isComplete) connections.keep(connection);
  return reply;
}

type Failed = Answer & { readonly kind: "failed" };

const stageOf = ({ error, wasSent }: Reply & { readonly kind: "broken" }): Failed["stage"] =>
  wasSent ? "answer" : isOfTls(error) ? "tls" : "dial";

/** The limits of time of one attempt, whichever connection it is on, and how long it took. */
type Course = {
  /** Starts the clock at the first one. */
  follow(exchange: Exchange): void;
  headCame(): void;
  callOff(): void;
  readonly calledOff: Promise<Lookup & { readonly ok: false }>;
  failed(error: string, stage: Failed["stage"]): Failed;
  answered(reply: Reply & { readonly kind: "answered" }): Answer;
  end(): void;
};

function openCourse(headMs: number): Course {
  const elapsed = stopwatch();
  const { promise: calledOff, resolve } = Promise.withResolvers<Lookup & { readonly ok: false }>();
  let current: Exchange | null = null;
  let cause: CutOff | null = null;
  let timer: NodeJS.Timeout | undefined;
  let headMsTaken: number | null = null;

  function cut(words: Said): void {
    cause ??= new CutOff(words);
    current?.cutOff(cause);
  }
  function callOff(): void {
    cut(CALLED_OFF);
    resolve({ ok: false, reason: CALLED_OFF });
  }

  return {
    follow(exchange) {
      current = exchange;
      timer ??= setTimeout(() => cut(say("No answer within {seconds} s.", { seconds: headMs / 1000 })), headMs);
      if (cause !== null) exchange.cutOff(cause);
    },
    headCame() {
      clearTimeout(timer);
      headMsTaken = elapsed();
    },
    callOff,
    calledOff,
    failed: (error, stage) => ({ kind: "failed", error, stage, durationMs: elapsed() }),
    answered: ({ status, headers, body, isComplete }) => ({
      kind: "answered",
      status,
      retryAfterSeconds: secondsOf(headers["retry-after"]),
      get headers() {
        return singlesOf(headers);
      },
      body,
      isComplete,
      durationMs: headMsTaken ?? elapsed(),
    }),
    end: () => clearTimeout(timer),
  };
}

const CALLED_OFF = "The attempt was called off.";

const singlesOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === "string"),
  );

/** Null for what is neither a number of seconds nor a date; a date that has passed asks for nothing. */
function secondsOf(retryAfter: Headers[string]): number | null {
  const text = typeof retryAfter === "string" ? retryAfter.trim() : "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil(date / 1000) - unixSeconds());
}

/**
 * The roots that this program trusts anyway, and those of the operator where there are some. One context for all senders of the process:
 * to read a few hundred certificates takes a tenth of a second.
 */
const secureContext = remember((extraCa: string): SecureContext => {
  const ca = extraCa === "" ? {} : { ca: [...getCACertificates("default"), extraCa] };
  return createSecureContext({ minVersion: "TLSv1.2", ...ca });
});
