/** What an endpoint took in the last day, and how long its last answers took. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import type { LoggedAttempt } from "../../../../store/read/webhooks/deliveries.js";
import type { EndpointHour } from "../../../../store/read/webhooks/endpoint-health.js";
import { grouped, stamp } from "../../../../words/format.js";
import { clockText, offsetName, UTC } from "../../../../words/zone.js";
import { type Bar, Bars } from "../../../kit/bars.js";
import { useLocale, useWords, useZone } from "../../../kit/language.js";
import { plotWords } from "../endpoints/words.js";
import { span, statusText } from "../parts.js";

export function Plots({
  hours,
  attempts,
  now,
}: {
  hours: readonly EndpointHour[];
  /** Newest first. */
  attempts: readonly LoggedAttempt[];
  /** Unix seconds. */
  now: number;
}): JSX.Element | null {
  const words = useWords(plotWords);
  if (attempts.length === 0 && hours.every(({ delivered, failed }) => delivered + failed === 0)) return null;
  return (
    <section class="mb-6 grid gap-4 lg:grid-cols-2" aria-label={words.label}>
      <div class="panel min-w-0 p-4 sm:p-5">
        <Deliveries hours={hours} now={now} />
      </div>
      <div class="panel min-w-0 p-4 sm:p-5">
        <Answers attempts={attempts.toReversed()} />
      </div>
    </section>
  );
}

const HOUR = 3_600;

function Deliveries({ hours, now }: { hours: readonly EndpointHour[]; now: number }): JSX.Element {
  const locale = useLocale();
  const words = plotWords(locale);
  const zone = useZone() ?? UTC;
  const clock = (at: number): string => clockText(at, zone).slice(11, 16);
  const sum = (kind: "delivered" | "failed"): number => hours.reduce((all, hour) => all + hour[kind], 0);
  const highest = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const bars = hours.map(({ slot, delivered, failed }): Bar => {
    const from = now - (hours.length - slot) * HOUR;
    return {
      name: `${clock(from)}–${clock(from + HOUR)}`,
      text:
        failed === 0
          ? words.delivered({ count: grouped(delivered, locale) })
          : words.deliveredGivenUp({ delivered: grouped(delivered, locale), failed: grouped(failed, locale) }),
      parts: [delivered, failed],
    };
  });
  return (
    <Bars
      title={words.byHour}
      summary={words.last24({
        delivered: grouped(sum("delivered"), locale),
        failed: sum("failed") === 0 ? words.none : grouped(sum("failed"), locale),
      })}
      bars={bars}
      top={{ value: highest, text: words.deliveries({ count: highest }) }}
      ends={[`${clock(now - hours.length * HOUR)} ${offsetName(now, zone)}`, words.now]}
      heads={[`${words.hour} (${offsetName(now, zone)})`, words.deliveriesHead]}
    />
  );
}

/** @param props.attempts oldest first. */
function Answers({ attempts }: { attempts: readonly LoggedAttempt[] }): JSX.Element {
  const locale = useLocale();
  const zone = useZone() ?? UTC;
  const words = plotWords(locale);
  const slowest = Math.max(1, ...attempts.map(({ duration_ms }) => duration_ms));
  const failed = attempts.filter(({ state }) => state !== "SUCCEEDED").length;
  const bars = attempts.map(({ created, duration_ms, state, status_code, error }): Bar => {
    const answer = status_code === null ? (error ?? words.noAnswer) : statusText(status_code);
    return {
      name: stamp(Number(created), locale, zone),
      text: `${span(duration_ms, locale)}, ${answer}`,
      parts: state === "SUCCEEDED" ? [duration_ms, 0] : [0, duration_ms],
    };
  });
  return (
    <Bars
      title={words.times}
      summary={
        failed === 0
          ? words.attempts({ count: attempts.length, most: LIMITS.webhookAttemptsShown })
          : words.attemptsFailed({ count: attempts.length, ...{ most: LIMITS.webhookAttemptsShown, failed } })
      }
      bars={bars}
      top={{ value: slowest, text: span(slowest, locale) }}
      ends={[words.oldest, words.newest]}
      heads={[words.attempt, words.response]}
    />
  );
}
