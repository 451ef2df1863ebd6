/** What an attempt means for its delivery (contract, "Delivery guarantees" 1 and 4). Pure. */
import { LIMITS } from "@holdfast/contract";
import { type Said, say } from "../diagnoses/say.js";
import type { Answer } from "../outbound/send.js";

export type Verdict = {
  readonly state: "PENDING" | "SUCCEEDED" | "FAILED";
  /** From the end of this attempt to the next, while PENDING. */
  readonly waitMs: number;
  readonly statusCode: number | null;
  /** Why it failed, in a sentence for the owner of the endpoint. */
  readonly error: string | null;
  readonly response: string;
};

/** A receiver may ask for a longer gap, up to the longest of the schedule. */
const RETRY_AFTER_SECONDS_MAX = Math.max(...LIMITS.webhookRetrySeconds);

/** @param attemptsBefore how many attempts the delivery had had. */
export function judge(answer: Answer, attemptsBefore: number): Verdict {
  const statusCode = answer.kind === "answered" ? answer.status : null;
  const response = answer.kind === "answered" ? storable(answer.body) : "";
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { state: "SUCCEEDED", waitMs: 0, statusCode, error: null, response };
  const failure = { statusCode, error: answer.kind === "failed" ? answer.error : wordsOf(answer.status), response };
  const gapSeconds = LIMITS.webhookRetrySeconds[attemptsBefore];
  if (gapSeconds === undefined) return { state: "FAILED", waitMs: 0, ...failure };
  const asked = answer.kind === "answered" ? (answer.retryAfterSeconds ?? 0) : 0;
  return {
    state: "PENDING",
    waitMs: 1000 * Math.max(gapSeconds, Math.min(asked, RETRY_AFTER_SECONDS_MAX)),
    ...failure,
  };
}

const wordsOf = (status: number): Said =>
  status >= 300 && status < 400
    ? say("The endpoint answered {status}; redirects are not followed.", { status })
    : say("The endpoint answered {status}.", { status });

/** PostgreSQL holds any text but NUL. */
const storable = (text: string): string => text.replaceAll("\0", "\u{FFFD}");

const DROPPED_WORDS: Said = "Dropped on purpose, as the sandbox was asked to.";

/** What came of an attempt that chaos of the sandbox swallowed. */
export const DROPPED: Answer = {
  kind: "failed",
  stage: "dial",
  error: DROPPED_WORDS,
  durationMs: 0,
};

/** As the metrics count it. */
export function outcomeOf(answer: Answer, isSuccess: boolean): "succeeded" | "failed" | "refused" {
  if (isSuccess) return "succeeded";
  return answer.kind === "failed" && answer.isRefused === true ? "refused" : "failed";
}
