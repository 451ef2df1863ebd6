/**
 * Follows the feed: every event once, in its order, whatever happens to the service meanwhile. The position is the id of the last
 * event, which is all that a reader has to keep.
 */
import type { Page } from "./call.js";
import { ApiError, HoldfastError } from "./errors.js";
import { type Send, sleep } from "./transport.js";
import type { Event } from "./types.js";

export interface FollowOptions {
  /** Position to go on from, or null for the account's first event. */
  readonly after?: string | null | undefined;
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between looks while nothing happens; 2,000 by default, which is a quarter of a key's usual allowance. */
  readonly pollMs?: number | undefined;
}

export interface Followed {
  readonly event: Event;
  /** Store it in the same transaction as your own change, and pass it as `after` the next time. */
  readonly position: string;
}

const PAGE_SIZE = 100;
const POLL_MS = 2_000;
const AWAY_MS_MAX = 15_000;

/** @throws ApiError for a refusal that waiting does not mend, such as a revoked key. */
export async function* follow(
  send: Send,
  { after = null, signal, pollMs = POLL_MS }: FollowOptions,
): AsyncGenerator<Followed, void, undefined> {
  const ask = patient(send, signal);
  try {
    for (let position = after; ; ) {
      const events = position === null ? await first(ask) : (await ask({ limit: PAGE_SIZE, after: position })).data;
      for (const event of events) {
        position = event.id;
        if (event.type !== "ping") yield { event, position };
        if (signal?.aborted) return;
      }
      if (events.length < PAGE_SIZE) await sleep(pollMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** The account's oldest event, none while there is none: `after` needs one to begin with. */
async function first(ask: Ask): Promise<readonly Event[]> {
  let page = await ask({ limit: PAGE_SIZE });
  while (page.next !== null) page = await ask(Object.fromEntries(new URL(page.next).searchParams));
  return page.data.slice(-1);
}

type Ask = (query: Readonly<Record<string, string | number>>) => Promise<Page<Event>>;

/** Asks until there is a page. */
const patient =
  (send: Send, signal: AbortSignal | undefined): Ask =>
  async (query) => {
    for (let failures = 0; ; failures += 1) {
      try {
        const request = { method: "GET", path: "/events", query } as const;
        return (await send<Page<Event>>(request, { signal, retriesMax: 0 })).data;
      } catch (error) {
        if (!(error instanceof HoldfastError) || isFinal(error)) throw error;
        const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
        const backoff = Math.min(500 * 2 ** failures, AWAY_MS_MAX) * (0.5 + Math.random() / 2);
        await sleep(asked === null ? backoff : asked * 1000, signal);
      }
    }
  };

/** The API's own refusals, but for those that say when to come again. */
const isFinal = (error: HoldfastError): boolean =>
  error instanceof ApiError &&
  !error.is("unexpected_response") &&
  error.status < 500 &&
  !error.is("rate_limited", "request_timeout");
