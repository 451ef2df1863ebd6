/** What `holdfast listen` prints: a line for each thing that happens, for people, or as JSON for programs. */
import { EVENT_TYPES } from "@holdfast/contract";
import type { FeedNotice } from "./feed.js";
import type { Report } from "./forward.js";

export type Reporter = {
  notice(notice: FeedNotice): void;
  attempt(report: Report): void;
  /** @param undelivered events that were to be sent again. Says nothing when nothing was said before. */
  stopped(undelivered: number): void;
};

export type Heading = {
  readonly origin: string;
  readonly forwardTo: string;
  readonly secret: string;
  /** Whether that secret can key the headers of Standard Webhooks. */
  readonly hasStandardHeaders: boolean;
};

export function openReporter(json: boolean, heading: Heading): Reporter {
  let begun = false;
  const print = (value: object, text: string): void => {
    process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  };
  // Not before something came from the service: a key that is refused leaves nothing but that line.
  const begin = (): void => {
    if (begun) return;
    begun = true;
    const { origin, forwardTo, secret, hasStandardHeaders } = heading;
    const without = hasStandardHeaders ? "" : "\n(an older secret: without webhook-* headers)";
    print(
      { kind: "listening", service: origin, forward_to: forwardTo, secret, standard_webhooks: hasStandardHeaders },
      `Forwarding the events of ${origin}\n        to ${forwardTo}\nsigned with ${secret}${without}`,
    );
  };
  return {
    notice: (notice) => {
      begin();
      print(noticeValue(notice), noticeText(notice, heading.origin));
    },
    attempt: (report) => print(attemptValue(report), attemptText(report)),
    stopped: (undelivered) => {
      if (!begun) return;
      const rest = undelivered === 0 ? "" : `; not delivered: ${undelivered}`;
      print({ kind: "stopped", undelivered }, `Stopped${rest}.`);
    },
  };
}

function noticeValue(notice: FeedNotice): object {
  if (notice.kind !== "rate_limited") return notice;
  return { kind: notice.kind, wait_seconds: notice.waitSeconds };
}

function noticeText(notice: FeedNotice, origin: string): string {
  switch (notice.kind) {
    case "ready":
      return `Ready: waiting for events${notice.after === null ? "" : ` after ${notice.after}`}.`;
    case "unreachable":
      return `${origin} can't be reached (${notice.reason}); trying again.`;
    case "reachable":
      return `${origin} is back.`;
    case "rate_limited":
      return `The key has used up its requests of this minute; going on in ${notice.waitSeconds} s.`;
    default:
      return notice satisfies never;
  }
}

/** In the words of `webhook deliveries`. */
const attemptValue = ({ event, ...report }: Report): object => ({
  kind: "attempt",
  delivery: report.delivery,
  event: event.id,
  type: event.type,
  attempt: report.attempt,
  state: report.state,
  status_code: report.statusCode,
  error: report.error,
  duration_ms: report.durationMs,
  resend_seconds: report.resendSeconds,
  created: report.began,
});

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map((type) => type.length));

function attemptText({ event, ...report }: Report): string {
  const notes = [
    ...(report.attempt === 1 ? [] : [`resend ${report.attempt - 1}`]),
    // A status says it all, but for a redirect.
    ...(report.error === null || (report.statusCode ?? 0) >= 400 ? [] : [report.error.replace(/\.$/, "")]),
    ...(report.resendSeconds === null ? [] : [`again in ${report.resendSeconds} s`]),
    ...(report.state === "FAILED" ? ["given up"] : []),
  ];
  return [
    new Date(report.began * 1000).toTimeString().slice(0, 8),
    event.type.padEnd(TYPE_WIDTH),
    event.id,
    String(report.statusCode ?? "---"),
    `${report.durationMs} ms`.padStart(8),
    ...(notes.length === 0 ? [] : [`(${notes.join("; ")})`]),
  ].join("  ");
}
