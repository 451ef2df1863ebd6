/**
 * Where a receiver lies while it is looked at: what is sent to it goes through here, is signed here, and is kept with what came
 * back. The secret leaves in no record: a receiver that repeats it finds it crossed out.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { webhookHeaders } from "@holdfast/contract";
import type { Answer, HTTP_METHODS } from "../outbound/send.js";
import { stopwatch, unixSeconds } from "../platform/clock.js";
import { token } from "../platform/random.js";
import { signaturesOf } from "../webhooks/signature.js";
import type { Parcel } from "./orders.js";
import type { Exchange, Message } from "./report.js";

type Request = {
  readonly method: (typeof HTTP_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Sends one request to the receiver. Never rejects for anything that it does. */
export type Send = (request: Request) => Promise<Answer>;

/** How patient an examination is. */
export type Pace = {
  /** The 95th percentile of the answers from which on they are slow, and from which on they count as none. */
  readonly slowMs: number;
  readonly lateMs: number;
  /** After so long no check is begun any more. */
  readonly budgetMs: number;
  readonly burst: number;
  /** Checks that are under way together. */
  readonly checksAtOnce: number;
  /** How long an order's state may take to change, and how long it must stay for it to have settled. */
  readonly changeMs: number;
  readonly quietMs: number;
};

export const PACE: Pace = {
  slowMs: 2_000,
  lateMs: 10_000,
  budgetMs: 42_000,
  burst: 20,
  checksAtOnce: 4,
  changeMs: 6_000,
  quietMs: 400,
};

/** How a parcel is signed when it is not signed as it should be. */
export type Marking = {
  /** Seconds that are added to the receiver's time. */
  readonly off?: number;
  /** The receiver's own when left out. */
  readonly secrets?: readonly string[];
  /** What is sent in place of what was signed. */
  readonly body?: string;
  readonly headers?: (headers: Headers) => Headers;
};
export type Headers = Readonly<Record<string, string>>;

export type Fixture = {
  readonly secret: string;
  readonly pace: Pace;
  deliver(parcel: Parcel, marking?: Marking): Promise<Answer>;
  send(request: Request): Promise<Answer>;
  pause(ms: number): Promise<void>;
};

export type Ward = {
  /** A bed whose exchanges go into a list of their own. */
  bed(): { readonly bed: Fixture; readonly exchanges: readonly Exchange[] };
  /** Milliseconds that each answer took. */
  readonly durations: readonly number[];
  readonly requests: number;
  /** Seconds that the receiver's clock is ahead of ours, by the last answer that told; null when none has. */
  readonly skew: number | null;
  readonly isOver: boolean;
  elapsed(): number;
  /** From now on signatures bear the receiver's time. */
  followItsClock(): void;
  scrub(text: string): string;
};

const KEPT_BYTES = 1_024;
/** Of a burst the first few tell what there is to tell. */
const KEPT_EXCHANGES = 6;

export function openWard(given: {
  readonly url: string;
  readonly secret: string;
  readonly secretsKnown: readonly string[];
  readonly send: Send;
  readonly pace: Pace;
}): Ward {
  const { url, secret, pace } = given;
  const elapsed = stopwatch();
  const durations: number[] = [];
  const scrub = scrubber(given.secretsKnown);
  const path = pathOf(url);
  let requests = 0;
  let skew: number | null = null;
  let ahead = 0;

  async function send(request: Request, exchanges: Exchange[]): Promise<Answer> {
    requests += 1;
    const answer = await given.send(request);
    durations.push(answer.durationMs);
    if (answer.kind === "answered") skew = skewOf(answer.headers["date"], answer.durationMs) ?? skew;
    if (exchanges.length < KEPT_EXCHANGES) exchanges.push(exchangeOf(request, answer, { path, scrub }));
    return answer;
  }

  return {
    bed() {
      const exchanges: Exchange[] = [];
      const bed: Fixture = {
        secret,
        pace,
        deliver: (parcel, marking = {}) => send(requestOf(parcel, { secret, ahead, marking }), exchanges),
        send: (request) => send(request, exchanges),
        pause: (ms) => sleep(ms),
      };
      return { bed, exchanges };
    },
    durations,
    get requests() {
      return requests;
    },
    get skew() {
      return skew;
    },
    get isOver() {
      return elapsed() > pace.budgetMs;
    },
    elapsed,
    followItsClock() {
      ahead = skew ?? 0;
    },
    scrub,
  };
}

/** A secret that belongs to no endpoint. */
export const unknownSecret = (): string => `whsec_${token(40)}`;

function requestOf(
  parcel: Parcel,
  { secret, ahead, marking }: { readonly secret: string; readonly ahead: number; readonly marking: Marking },
): Request {
  const { off = 0, secrets = [secret], body = parcel.body, headers: remake = (headers) => headers } = marking;
  const seconds = unixSeconds() + ahead + off;
  const headers = webhookHeaders({
    type: parcel.type,
    event: parcel.id,
    delivery: parcel.delivery,
    ...signaturesOf(secrets, { event: parcel.id, seconds, body: parcel.body }),
  });
  return { method: "POST", headers: remake(headers), body };
}

/** Whole seconds; a date of HTTP has no finer, so what is within a second counts as none. */
function skewOf(date: string | undefined, durationMs: number): number | null {
  const ms = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(ms)) return null;
  const off = Math.round(ms / 1_000 - (unixSeconds() - durationMs / 2_000));
  return Math.abs(off) <= 1 ? 0 : off;
}

function exchangeOf(
  request: Request,
  answer: Answer,
  { path, scrub }: { readonly path: string; readonly scrub: (text: string) => string },
): Exchange {
  return {
    sent: message(`${request.method} ${path} HTTP/1.1`, request, scrub),
    received:
      answer.kind === "answered"
        ? { ...message(`HTTP/1.1 ${answer.status}`, answer, scrub), status: answer.status }
        : null,
    error: answer.kind === "failed" ? answer.error : null,
    duration_ms: answer.durationMs,
  };
}

function message(
  line: string,
  { headers, body }: { readonly headers: Headers; readonly body: string },
  scrub: (text: string) => string,
): Message {
  const kept = body.length > KEPT_BYTES ? `${body.slice(0, KEPT_BYTES)}…` : body;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // PostgreSQL and XML hold any text but NUL.
  const text = [line, ...lines, "", kept].join("\n").replaceAll("\0", "\u{FFFD}").toWellFormed();
  return { bytes: Buffer.byteLength(body), text: scrub(text) };
}

/** Crosses out each secret, with its prefix and without. */
function scrubber(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, "")]).filter((text) => text.length > 7);
  return (text) => hidden.reduce((shown, one) => shown.replaceAll(one, "(the secret)"), text);
}

function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "/" : parsed.pathname + parsed.search;
}
