/** One webhook endpoint: how it does, and its last fifty attempts. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import { formatId } from "../../../../domain/ids.js";
import { COUNTED_MAX } from "../../../../store/read/webhooks/endpoint-health.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ShortId } from "../../../kit/short-id.js";
import { ButtonForm, Cell, Empty, PageHead, Stat, Stats, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointCheckUrl, endpointUrl, failedUrl } from "../../links.js";
import { Tabs } from "../../tabs.js";
import { Answer, AttemptBadge, counted, inTime, plural, Said, Stamp, StatusBadge, span, Tick } from "../parts.js";
import { type EndpointLog, type EndpointView, isMoving, LOG_FILTERS, type LogFilter, versionOf } from "./load.js";
import { Plots } from "./plots.js";
import { ENDPOINT_SAID } from "./words.js";

type Page = EndpointView &
  EndpointLog & {
    readonly context: ConsoleContext;
    readonly filter: LogFilter | null;
    readonly said: string | undefined;
  };

export function EndpointPage(page: Page): JSX.Element {
  const { context, endpoint, attempts, filter } = page;
  const path = endpointUrl(context, endpoint.id);
  const moving = isMoving(page);
  return (
    <Frame
      context={context}
      title="Webhook endpoint"
      entry="/webhooks"
      waiting={moving ? { path: context.url, reloadSeconds: 10 } : undefined}
    >
      <Head page={page} path={path} />
      <Said table={ENDPOINT_SAID} code={page.said} />
      {endpoint.status === "DISABLED" ? <Disabled page={page} path={path} /> : null}
      <Figures {...page} />
      <Plots hours={page.hours} attempts={page.all} now={Number(endpoint.now)} />
      <div class="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 class="font-semibold">Delivery log</h2>
          <p class="muted text-sm">The last {LIMITS.webhookAttemptsShown} attempts, newest first. Times are UTC.</p>
        </div>
        <Tabs
          label="State of the attempts"
          tabs={[
            { href: path, text: "All", isOn: filter === null },
            ...(Object.keys(LOG_FILTERS) as readonly LogFilter[]).map((one) => ({
              href: `${path}?state=${one}`,
              text: { delivered: "Delivered", unfinished: "Retrying", failed: "Failed" }[one],
              isOn: filter === one,
            })),
          ]}
        />
      </div>
      {moving ? <Looking path={path} version={versionOf(page)} /> : null}
      {attempts.length === 0 ? (
        <Empty icon="send" title={filter === null ? "Nothing sent yet" : "No matching attempts"} />
      ) : (
        <Log page={page} path={path} />
      )}
      <p class="muted mb-6 text-sm">
        Deliveries that get no 2xx response within {LIMITS.webhookResponseSeconds} seconds are sent up to{" "}
        {LIMITS.webhookRetrySeconds.length + 1} times over about three days. {LIMITS.webhookDisableAfter} failures in a
        row disable the endpoint.
      </p>
    </Frame>
  );
}

function Head({ page: { context, endpoint }, path }: { page: Page; path: string }): JSX.Element {
  const { event_types: types } = endpoint;
  return (
    <PageHead
      title={<Given text={endpoint.url} lines={3} />}
      up={{ href: `${context.home}/webhooks`, label: "Webhooks" }}
      lead={
        <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={endpoint.status} />
          <span>
            Added <Stamp at={endpoint.created} />
          </span>
          <span>
            {types === null ? "Every event" : types.length < 3 ? types.join(", ") : plural(types.length, "type")}
          </span>
          {endpoint.overlap_until === null ? null : (
            <span>
              Two secrets sign until <Stamp at={endpoint.overlap_until} />
            </span>
          )}
          {isOlderSecret(endpoint.secret) ? (
            <span>
              Older secret: no <code class="code-inline">webhook-*</code> headers until it is rotated
            </span>
          ) : null}
        </span>
      }
    >
      {context.may("develop") ? (
        <>
          {endpoint.status === "ENABLED" ? (
            <>
              <ButtonForm
                action={`${path}/ping`}
                csrf={context.csrf}
                label="Send test event"
                icon="send"
                class="btn btn-primary"
              />
              <ButtonForm action={`${path}/disable`} csrf={context.csrf} label="Disable" icon="pause" class="btn" />
            </>
          ) : null}
          <a class="btn" href={endpointCheckUrl(context, endpoint.id)}>
            <Icon name="activity" class="size-4" />
            Check this endpoint
          </a>
          <a class="btn" href={failedUrl(context, endpoint.id)}>
            <Icon name="rotate-ccw" class="size-4" />
            Failed deliveries
          </a>
          <a class="btn" href={`${path}/settings`}>
            <Icon name="settings" class="size-4" />
            Settings
          </a>
        </>
      ) : null}
    </PageHead>
  );
}

/** Why nothing is sent, what is held, and the choice that enabling takes. */
function Disabled({ page: { context, endpoint, figures }, path }: { page: Page; path: string }): JSX.Element {
  const held = counted(figures.waiting, COUNTED_MAX);
  const isByFailures = endpoint.consecutive_failures >= LIMITS.webhookDisableAfter;
  return (
    <section class="panel mb-6 border-error/40 p-4 sm:p-5" aria-label="Disabled">
      <p class="flex items-center gap-2 font-semibold">
        <Icon name="pause" class="size-4.5 text-error" />
        {isByFailures ? `Disabled after ${endpoint.consecutive_failures} failures in a row` : "Disabled"}
      </p>
      <p class="muted mt-1 text-sm">
        Nothing is sent.{" "}
        {held === "0"
          ? "No deliveries are held yet; new events will be."
          : `${held} ${held === "1" ? "delivery is" : "deliveries are"} held.`}
      </p>
      {context.may("develop") ? (
        <form method="post" action={`${path}/enable`} class="mt-3">
          <input type="hidden" name="csrf" value={context.csrf} />
          <fieldset class="mb-3">
            <legend class="text-sm font-medium">Held deliveries</legend>
            <Tick type="radio" name="held" value="send" checked>
              Send them, oldest first
            </Tick>
            <Tick type="radio" name="held" value="skip" checked={false}>
              Skip them: the feed still has the events
            </Tick>
          </fieldset>
          <button type="submit" class="btn btn-primary">
            <Icon name="play" class="size-4" />
            Enable
          </button>
        </form>
      ) : null}
    </section>
  );
}

function Figures({ endpoint, figures }: EndpointView): JSX.Element {
  const failures = endpoint.consecutive_failures;
  const { median_ms: median, p95_ms: p95, retry_at: retryAt } = figures;
  return (
    <Stats>
      <Stat
        label="Delivered, 24 h"
        value={counted(figures.delivered, COUNTED_MAX)}
        note={figures.failed === "0" ? "none given up" : `${counted(figures.failed, COUNTED_MAX)} given up`}
      />
      <Stat
        label="Median response"
        value={median === null ? "–" : span(median)}
        note={p95 === null ? "no response yet" : `95th percentile ${span(p95)}`}
      />
      <Stat
        label="Waiting to retry"
        value={counted(figures.retrying, COUNTED_MAX)}
        note={
          endpoint.status === "DISABLED"
            ? "held"
            : retryAt === null
              ? `${counted(figures.waiting, COUNTED_MAX)} to be sent`
              : `next ${inTime(Number(retryAt) - Number(figures.now_ms))}`
        }
      />
      <Stat
        label="Failures in a row"
        value={failures === 0 ? "0" : <span class="text-warning">{failures}</span>}
        note={`disabled at ${LIMITS.webhookDisableAfter}`}
      />
    </Stats>
  );
}

const Looking = ({ path, version }: { path: string; version: string }): JSX.Element => (
  <p
    class="muted mb-2 text-sm"
    role="status"
    data-status={`${path}/status`}
    data-version={version}
    data-stopped="Updates have stopped. Reload the page."
  >
    Updates automatically
  </p>
);

const Log = ({ page: { context, attempts, figures, endpoint }, path }: { page: Page; path: string }): JSX.Element => (
  <Table
    label="Last attempts"
    head={["Event", "State", "Answer", "Attempt", "Took", "Sent", <span class="sr-only">More</span>]}
  >
    {attempts.map((attempt) => (
      <tr>
        <Cell>
          <a class="link link-primary font-medium" href={`${path}/deliveries/${attempt.delivery}`}>
            {attempt.type}
          </a>
          <p class="muted">
            <ShortId>{formatId("event", attempt.event)}</ShortId>
          </p>
        </Cell>
        <Cell class="whitespace-nowrap">
          <AttemptBadge state={attempt.state} isRetried={attempt.next_at !== null} />
          {attempt.next_at === null || endpoint.status === "DISABLED" ? null : (
            <p class="muted mt-0.5 text-xs">{inTime(Number(attempt.next_at) - Number(figures.now_ms))}</p>
          )}
        </Cell>
        <Cell class="min-w-32">
          <Answer status={attempt.status_code} error={attempt.error} />
        </Cell>
        <Cell class="whitespace-nowrap">
          {attempt.attempt} of {LIMITS.webhookRetrySeconds.length + 1}
        </Cell>
        <Cell class="whitespace-nowrap tabular-nums">{span(attempt.duration_ms)}</Cell>
        <Cell>
          <Stamp at={attempt.created} />
        </Cell>
        <Cell>
          {attempt.state === "FAILED" && context.may("develop") ? (
            <ButtonForm action={`${path}/deliveries/${attempt.delivery}/resend`} csrf={context.csrf} label="Resend" />
          ) : null}
        </Cell>
      </tr>
    ))}
  </Table>
);
