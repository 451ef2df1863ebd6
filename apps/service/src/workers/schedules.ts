/**
 * When a provider is asked again what became of money that it was to pay out. What is on its way is asked about for as long
 * as the provider may take: often at first, then daily. Only silence is parked.
 */
import { ruleOf } from "../platform/database-errors.js";
import type { PaidOut } from "../providers/port.js";
import type { Settled, Tried } from "../store/queue/provider-calls.js";

const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

/** Wait after so many answers in a row that did not come, in seconds of the service's clock; after the last one a person looks. */
export const SILENT_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400, 86_400] as const;

/** Until a balance that did not reach is tried again, and until what has to wait for something else is, where nobody says how long. */
const SHORT_SECONDS = 900;
const BUSY_SECONDS = 60;

/** For how many seconds the provider has been saying so. */
const saidFor = ({ said, now }: Tried, what: "pending" | "paid"): number => (said?.what === what ? now - said.at : 0);

/** So often in a row an answer that can't be read is asked for again: the next one will say the same. */
export const UNREADABLE_MAX = 2;

/** What the database refuses, and will refuse again, waits for a person: once so many tries have shown that no race was to blame. */
export const REFUSED_TRIES = 3;
const REFUSED_SECONDS = 30;

export function bookingRefused(error: unknown): string {
  const rule = ruleOf(error);
  return `the books refuse it${rule === "" ? "" : ` (${rule})`}`;
}

/** After an answer that the books refuse. */
export function notBooked({ tries }: Pick<Tried, "tries">, error: unknown): Settled {
  const refused = bookingRefused(error);
  return tries >= REFUSED_TRIES
    ? { status: "PARKED", error: refused }
    : { status: "OPEN", afterSeconds: REFUSED_SECONDS, error: refused, said: "nothing" };
}

/** Between two looks at what has been on its way for so long. */
function gapAfter(seconds: number): number {
  if (seconds < HOUR_SECONDS) return 300;
  return seconds < DAY_SECONDS ? HOUR_SECONDS : DAY_SECONDS;
}

/** After an answer that is not the end; PARKED when a person has to look. */
export function notYet(
  call: Tried,
  answer: Extract<PaidOut, { readonly kind: "pending" | "short" | "busy" | "unreachable" }>,
  pendingDays: number,
): Settled {
  switch (answer.kind) {
    case "pending": {
      const seconds = saidFor(call, "pending");
      const error = "it is not paid yet";
      if (seconds > pendingDays * DAY_SECONDS) return { status: "PARKED", error };
      return { status: "OPEN", afterSeconds: gapAfter(seconds), error, said: "pending" };
    }
    case "short":
      return { status: "OPEN", afterSeconds: SHORT_SECONDS, error: answer.reason, said: "short" };
    case "busy":
      return { status: "OPEN", afterSeconds: answer.afterSeconds ?? BUSY_SECONDS, error: answer.reason };
    case "unreachable": {
      const wait = SILENT_SECONDS[call.silent];
      if (wait === undefined || (answer.cause === "unreadable" && call.silent >= UNREADABLE_MAX))
        return { status: "PARKED", error: answer.reason };
      return { status: "OPEN", afterSeconds: wait, error: answer.reason, said: "nothing" };
    }
    default:
      return answer satisfies never;
  }
}

/** It is paid: over, unless it may still come back, which is then looked for once a day. */
export function oncePaid(call: Tried, returnDays: number): Settled {
  return saidFor(call, "paid") >= returnDays * DAY_SECONDS
    ? { status: "DONE", error: null }
    : { status: "OPEN", afterSeconds: DAY_SECONDS, error: null, said: "paid" };
}

/**
 * It is paid, and was looked at again. A day that was missed is no loss; but when nobody answers as the time ends in which it may come
 * back, the provider is asked until it does: what came back on the last days would be missed.
 */
export function watched(
  call: Tried,
  answer: Extract<PaidOut, { readonly kind: "pending" | "short" | "busy" | "unreachable" }>,
  returnDays: number,
): Settled {
  const settled = oncePaid(call, returnDays);
  const wait = SILENT_SECONDS[call.silent];
  return settled.status === "OPEN" || answer.kind !== "unreachable" || wait === undefined
    ? settled
    : { status: "OPEN", afterSeconds: wait, error: answer.reason, said: "nothing" };
}

/** What is counted of a call. */
export function outcomeOf(settled: Settled): "answered" | "failed" | "parked" | "short" {
  if (settled.error === null) return "answered";
  if (settled.status !== "OPEN") return settled.status === "PARKED" ? "parked" : "failed";
  if (settled.said === "short") return "short";
  return settled.said === "pending" ? "answered" : "failed";
}
