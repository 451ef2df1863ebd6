/**
 * Follows an account's events over HTTP, by its key: from the newest one there is at the start, every event once, in the
 * order of the feed, whatever happens to the service meanwhile.
 *
 * The position is the id of the last event that was handed on. It is all that is kept, so a service that was away, a
 * laptop that slept and a limit that was met cost time and nothing else.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { itemsOf } from "./envelope.js";

export type FeedEvent = {
  readonly id: string;
  readonly type: string;
  /** The event as it is stored, byte for byte. */
  readonly text: string;
};

/** What a person wants to know of the way to the service. */
export type FeedNotice =
  /** From here on events are handed on; `after` is null for an account without events. */
  | { readonly kind: "ready"; readonly after: string | null }
  | { readonly kind: "unreachable"; readonly reason: string }
  | { readonly kind: "reachable" }
  | { readonly kind: "rate_limited"; readonly waitSeconds: number };

/** The API refused for a reason that waiting does not mend; the message is its own. */
export class FeedRefused extends Error {}

export type FeedOptions = {
  /** Of the service, without a slash at its end. */
  readonly origin: string;
  readonly key: string;
  readonly stop: AbortSignal;
  readonly tell: (notice: FeedNotice) => void;
};

const POLL_MS = 1_000;
const PAGE_SIZE = 100;
const PATIENCE_MS = 15_000;
/** Waits between tries while the service is away; the last one repeats. */
const BACKOFF_SECONDS = [1, 2, 4, 8, 15] as const;
const LIMITED_SECONDS = 5;
const LIMITED_SECONDS_MAX = 300;

/**
 * Hands events on until `stop`.
 * @throws FeedRefused; an AbortError when it was stopped.
 */
export async function* follow(options: FeedOptions): AsyncGenerator<FeedEvent> {
  const { stop, tell } = options;
  const ask = openAsking(options);
  const [newest] = (await ask({ limit: "1" })).events;
  tell({ kind: "ready", after: newest?.id ?? null });
  let position = newest?.id ?? null;
  for (;;) {
    if (position === null) {
      const first = await oldest(ask);
      if (first !== null) yield first;
      position = first?.id ?? null;
      if (first === null) await sleep(POLL_MS, undefined, { signal: stop });
      continue;
    }
    const { events } = await ask({ limit: String(PAGE_SIZE), after: position });
    for (const event of events) {
      yield event;
      position = event.id;
    }
    if (events.length < PAGE_SIZE) await sleep(POLL_MS, undefined, { signal: stop });
  }
}

/** The account's very first event: `after` needs one to begin with. Null while there is none. */
async function oldest(ask: Ask): Promise<FeedEvent | null> {
  let page = await ask({ limit: String(PAGE_SIZE) });
  while (page.next !== null) page = await ask(page.next);
  return page.events.at(-1) ?? null;
}

type Page = {
  readonly events: readonly FeedEvent[];
  /** The query of the next page; null on the last one. */
  readonly next: Readonly<Record<string, string>> | null;
};
type Ask = (query: Readonly<Record<string, string>>) => Promise<Page>;

/** Asks until there is a page. Says once that the service is away, and when it is back. */
function openAsking({ origin, key, stop, tell }: FeedOptions): Ask {
  let failures = 0;
  return async (query) => {
    const url = `${origin}${API_PATH}/events?${new URLSearchParams(query)}`;
    for (;;) {
      const reading = await read(url, { key, stop });
      stop.throwIfAborted();
      if (reading.kind === "refused") throw new FeedRefused(reading.reason);
      if (reading.kind === "away") {
        if (failures === 0) tell({ kind: "unreachable", reason: reading.reason });
        const seconds = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length - 1)] ?? 1;
        failures += 1;
        await sleep(seconds * 1000, undefined, { signal: stop });
        continue;
      }
      if (failures > 0) tell({ kind: "reachable" });
      failures = 0;
      if (reading.kind === "page") return reading.page;
      tell({ kind: "rate_limited", waitSeconds: reading.waitSeconds });
      await sleep(reading.waitSeconds * 1000, undefined, { signal: stop });
    }
  };
}

type Reading =
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "rate_limited"; readonly waitSeconds: number }
  | { readonly kind: "away"; readonly reason: string };

/** One request. Whatever can't be the service's own word counts as its being away. */
async function read(url: string, { key, stop }: { key: string; stop: AbortSignal }): Promise<Reading> {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${key}` },
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const text = await response.text();
    if (response.status === 429) return { kind: "rate_limited", waitSeconds: waitOf(response.headers) };
    const body = parse(text);
    if (response.status === 200) {
      const page = pageOf(body, text);
      return page === null ? { kind: "away", reason: "its answer is not a list of events" } : { kind: "page", page };
    }
    const isFinal = response.status >= 400 && response.status < 500 && response.status !== 408;
    const message = isFinal ? messageOf(body) : null;
    return message === null
      ? { kind: "away", reason: `it answered ${response.status}` }
      : { kind: "refused", reason: message };
  } catch (error) {
    return { kind: "away", reason: reasonOf(error) };
  }
}

function waitOf(headers: Headers): number {
  const asked = /^\d{1,9}$/.exec(headers.get("retry-after")?.trim() ?? "")?.[0];
  return asked === undefined ? LIMITED_SECONDS : Math.min(Math.max(Number(asked), 1), LIMITED_SECONDS_MAX);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function pageOf(body: unknown, text: string): Page | null {
  if (!isObject(body) || !Array.isArray(body["data"])) return null;
  const next = typeof body["next"] === "string" ? URL.parse(body["next"]) : null;
  const events = itemsOf(text).map(eventOf);
  if (events.some((event) => event === null)) return null;
  return {
    events: events.filter((event) => event !== null),
    // The link's query alone: the key goes to the origin that was configured and to no other.
    next: next === null ? null : Object.fromEntries(next.searchParams),
  };
}

function eventOf(text: string): FeedEvent | null {
  const event: unknown = JSON.parse(text);
  if (!isObject(event)) return null;
  const { id, type } = event;
  return typeof id === "string" && typeof type === "string" ? { id, type, text } : null;
}

/** What the error envelope says; null for an answer of somebody else. */
function messageOf(body: unknown): string | null {
  if (!isObject(body) || !isObject(body["error"])) return null;
  const { message } = body["error"];
  return typeof message === "string" ? message : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${PATIENCE_MS / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
