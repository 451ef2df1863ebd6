/** The checks of the account that sends: what no receiver can be blamed for, and each of which looks like a fault of one. */
import { type Said, say } from "../diagnoses/say.js";
import { type Finding, fail, type Outcome, pass, unknown, warn } from "./report.js";
import type { Seen } from "./transport.js";

/** What is known of the account; null where nobody could look. */
export type AccountFacts = {
  /** Order ids that stand on several orders, and on how many. */
  readonly collisions: readonly { readonly reference: string; readonly orders: number }[];
  /** Keys that a second body was refused under. */
  readonly contested: readonly string[];
  /** The endpoint that has the receiver's URL and secret; null when there is none. */
  readonly endpoint: {
    readonly status: "ENABLED" | "DISABLED";
    readonly consecutive_failures: number;
    /** Deliveries that wait, for whatever reason. */
    readonly waiting: number;
    /** Since when the one that waits longest does, in seconds; null when none does. */
    readonly waiting_seconds: number | null;
  } | null;
  /** What a reader of the feed has not read yet; null when its position is not known, left out where nobody could tell it. */
  readonly feed?: { readonly unread: number; readonly oldest_seconds: number | null } | null;
};

const HOUR = 3_600;
const LATE_SECONDS = 600;
const SHOWN = 5;

const check = (name: string, title: Said): Pick<Finding, "group" | "check" | "title"> => ({
  group: "account",
  check: name,
  title,
});

export const accountChecks = (facts: AccountFacts | null): readonly Seen[] => [
  { ...check("order_ids", "Each order has an id of its own"), judge: () => or(facts, judgeCollisions) },
  { ...check("endpoint", "The endpoint is enabled"), judge: () => or(facts, judgeEndpoint) },
  { ...check("held_deliveries", "No delivery is held or late"), judge: () => or(facts, judgeWaiting) },
  ...(facts !== null && facts.feed === undefined
    ? []
    : [{ ...check("feed_position", "The reader of the feed keeps up"), judge: () => or(facts, judgeFeed) }]),
];

const or = (facts: AccountFacts | null, judge: (facts: AccountFacts) => Outcome): Outcome =>
  facts === null ? unknown("Nobody looked at the account.", "Give an API key of the account.") : judge(facts);

function judgeCollisions({ collisions, contested }: AccountFacts): Outcome {
  if (collisions.length === 0) return judgeKeys(contested);
  const shown = collisions
    .slice(0, SHOWN)
    .map(({ reference, orders }) => say("{reference} ({count} orders)", { reference, count: orders }));
  const which = shown.join("; ");
  const found =
    collisions.length > SHOWN
      ? say("Several orders share an external_reference: {which} and more.", { which })
      : say("Several orders share an external_reference: {which}.", { which });
  return fail(found, {
    cause: "Two shops on one account count their orders alike, or an order that was paid got a second session.",
    remedy: "Put a prefix for each shop before its order ids, in `external_reference` and in `Idempotency-Key`.",
  });
}

function judgeKeys(contested: readonly string[]): Outcome {
  if (contested.length === 0) return pass("No two orders share an external_reference.");
  const which = contested.slice(0, SHOWN).join("; ");
  const found =
    contested.length > SHOWN
      ? say("Sessions were refused because another order has the key: {which} and more.", { which })
      : say("Sessions were refused because another order has the key: {which}.", { which });
  return warn(found, {
    cause:
      "Two shops on one account count their orders alike, or an order was changed and sent again under its old key.",
    remedy: "Put a prefix for each shop before its order ids, in `external_reference` and in `Idempotency-Key`.",
  });
}

const NO_ENDPOINT = unknown(
  "The account has no endpoint with this URL and secret.",
  "Register the URL in the console, or check the URL and secret of the endpoint that you have.",
);

function judgeEndpoint({ endpoint }: AccountFacts): Outcome {
  if (endpoint === null) return NO_ENDPOINT;
  if (endpoint.status === "DISABLED")
    return fail("The endpoint is disabled: nothing is sent to it.", {
      cause: "Somebody switched it off, or fifty attempts in a row failed.",
      remedy: "Mend the receiver, then enable the endpoint. What was held is sent, oldest first.",
    });
  if (endpoint.consecutive_failures > 0)
    return warn(
      say("The last {count} attempts failed; after fifty in a row it is disabled.", {
        count: endpoint.consecutive_failures,
      }),
      {
        cause: "The receiver was away, or refuses some events.",
        remedy: "The delivery log of the console shows what it answered.",
      },
    );
  return pass("It is enabled, and its last attempt succeeded.");
}

function judgeWaiting({ endpoint }: AccountFacts): Outcome {
  if (endpoint === null) return NO_ENDPOINT;
  const { waiting, waiting_seconds: waitingSeconds } = endpoint;
  if (waiting === 0 || waitingSeconds === null) return pass("Nothing waits.");
  const span = inWords(waitingSeconds);
  const found =
    waiting === 1
      ? say("1 delivery waits, one for {span}.", { span })
      : say("{count} deliveries wait, one for {span}.", { count: waiting, span });
  if (endpoint.status === "ENABLED" && waitingSeconds < LATE_SECONDS) return pass(found);
  return warn(found, {
    cause: "The endpoint is disabled, or the receiver did not take them.",
    remedy: "Enable it, or wait for the next attempt; `webhook resend` and the console send one at once.",
  });
}

function judgeFeed({ feed }: AccountFacts): Outcome {
  if (feed == null) return unknown("No position was given.", "Give the id of the last event that your reader handled.");
  if (feed.oldest_seconds === null) return pass("It has read every event.");
  const found = unreadFor(feed.unread, inWords(feed.oldest_seconds));
  if (feed.oldest_seconds < LATE_SECONDS) return pass(found);
  return warn(found, {
    cause: "The reader of the feed stands still: it crashed, or an event that it can't handle holds it up.",
    remedy: "Look at its log, and let it put aside an event that fails rather than try it for ever.",
  });
}

function unreadFor(count: number, span: string): Said {
  if (count === 1) return say("1 event is unread, one for {span}.", { span });
  if (count < UNREAD_MAX) return say("{count} events are unread, one for {span}.", { count, span });
  return say("{count} or more events are unread, one for {span}.", { count, span });
}

/** Counting stops here. */
export const UNREAD_MAX = 100;

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 2 * HOUR ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / HOUR)} h`;
}
