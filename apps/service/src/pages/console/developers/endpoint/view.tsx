/** One webhook endpoint: how it does, and its last fifty attempts. */

import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import { formatId } from "../../../../domain/ids.js";
import { COUNTED_MAX } from "../../../../store/read/webhooks/endpoint-health.js";
import { Breaking } from "../../../kit/breaking.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { Tabs } from "../../../kit/tabs.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Cell, Empty, PageHead, Stat, Stats, Table } from "../../../kit/ui.js";
import { kitWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointCheckUrl, endpointUrl, failedUrl } from "../../links.js";
import { newsWords } from "../../words.js";
import { endpointWords } from "../endpoints/words.js";
import { Answer, AttemptBadge, counted, inTime, Said, StatusBadge, span, Tick } from "../parts.js";
import { partWords } from "../words.js";
import { type EndpointLog, type EndpointView, isMoving, LOG_FILTERS, type LogFilter, versionOf } from "./load.js";
import { Plots } from "./plots.js";

type Page = EndpointView &
  EndpointLog & {
    readonly context: ConsoleContext;
    readonly filter: LogFilter | null;
    readonly said: string | undefined;
  };

export function EndpointPage(page: Page): JSX.Element {
  const { context, endpoint, attempts, filter } = page;
  const words = endpointWords(context.locale);
  const path = endpointUrl(context, endpoint.id);
  const moving = isMoving(page);
  return (
    <Frame
      context={context}
      title={words.title}
      entry="/webhooks"
      waiting={moving ? { path: context.url, reloadSeconds: 10 } : undefined}
    >
      <Head page={page} path={path} />
      <Said words={words} code={page.said} />
      {endpoint.status === "DISABLED" ? <Disabled page={page} path={path} /> : null}
      <Figures {...page} />
      <Plots hours={page.hours} attempts={page.all} now={Number(endpoint.now)} />
      <div class="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 class="font-semibold">{words.log}</h2>
          <p class="muted text-sm">{words.logLead({ most: LIMITS.webhookAttemptsShown })}</p>
        </div>
        <Tabs
          label={words.states}
          tabs={[
            { href: path, text: words.all, isOn: filter === null },
            ...(Object.keys(LOG_FILTERS) as readonly LogFilter[]).map((one) => ({
              href: `${path}?state=${one}`,
              text: words[`state_${one}`],
              isOn: filter === one,
            })),
          ]}
        />
      </div>
      {moving ? <Looking path={path} version={versionOf(page)} /> : null}
      {attempts.length === 0 ? (
        <Empty icon="send" title={filter === null ? words.nothingSent : words.noneMatching} />
      ) : (
        <Log page={page} path={path} />
      )}
      <p class="muted mb-6 text-sm">
        {words.rules({
          seconds: LIMITS.webhookResponseSeconds,
          times: LIMITS.webhookRetrySeconds.length + 1,
          failures: LIMITS.webhookDisableAfter,
        })}
      </p>
    </Frame>
  );
}

function Head({ page: { context, endpoint }, path }: { page: Page; path: string }): JSX.Element {
  const words = endpointWords(context.locale);
  const parts = partWords(context.locale);
  const { event_types: types } = endpoint;
  return (
    <PageHead
      title={<Given text={endpoint.url} lines={3} />}
      up={{ href: `${context.home}/webhooks`, label: parts.webhooks }}
      lead={
        <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={endpoint.status} />
          <span>
            <Say text={words.added} time={<Stamp at={endpoint.created} />} />
          </span>
          <span>
            {types === null
              ? parts.everyEvent
              : types.length < 3
                ? types.join(", ")
                : parts.types({ count: types.length })}
          </span>
          {endpoint.overlap_until === null ? null : (
            <span>
              <Say text={words.twoSecrets} time={<Stamp at={endpoint.overlap_until} />} />
            </span>
          )}
          {isOlderSecret(endpoint.secret) ? (
            <span>
              <Say text={words.olderSecret} headers={<code class="code-inline">webhook-*</code>} />
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
                label={words.sendTest}
                icon="send"
                class="btn btn-primary"
              />
              <ButtonForm
                action={`${path}/disable`}
                csrf={context.csrf}
                label={words.disable}
                icon="pause"
                class="btn"
              />
            </>
          ) : null}
          <a class="btn" href={endpointCheckUrl(context, endpoint.id)}>
            <Icon name="activity" class="size-4" />
            {words.check}
          </a>
          <a class="btn" href={failedUrl(context, endpoint.id)}>
            <Icon name="rotate-ccw" class="size-4" />
            {words.failed}
          </a>
          <a class="btn" href={`${path}/settings`}>
            <Icon name="settings" class="size-4" />
            {words.settings}
          </a>
        </>
      ) : null}
    </PageHead>
  );
}

/** Why nothing is sent, what is held, and the choice that enabling takes. */
function Disabled({ page: { context, endpoint, figures }, path }: { page: Page; path: string }): JSX.Element {
  const words = endpointWords(context.locale);
  const held = counted(figures.waiting, { max: COUNTED_MAX, locale: context.locale });
  const isByFailures = endpoint.consecutive_failures >= LIMITS.webhookDisableAfter;
  return (
    <section class="panel mb-6 border-error/40 p-4 sm:p-5" aria-label={words.disabled}>
      <p class="flex items-center gap-2 font-semibold">
        <Icon name="pause" class="size-4.5 text-error" />
        {isByFailures ? words.disabledAfter({ failures: endpoint.consecutive_failures }) : words.disabled}
      </p>
      <p class="muted mt-1 text-sm">
        {words.nothingIsSent}{" "}
        {held === "0" ? words.noneHeld : held === "1" ? words.oneHeld : words.manyHeld({ count: held })}
      </p>
      {context.may("develop") ? (
        <form method="post" action={`${path}/enable`} class="mt-3">
          <input type="hidden" name="csrf" value={context.csrf} />
          <fieldset class="mb-3">
            <legend class="text-sm font-medium">{words.held}</legend>
            <Tick type="radio" name="held" value="send" checked>
              {words.sendHeld}
            </Tick>
            <Tick type="radio" name="held" value="skip" checked={false}>
              {words.skipHeld}
            </Tick>
          </fieldset>
          <button type="submit" class="btn btn-primary">
            <Icon name="play" class="size-4" />
            {words.enable}
          </button>
        </form>
      ) : null}
    </section>
  );
}

function Figures({ endpoint, figures }: EndpointView): JSX.Element {
  const locale = useLocale();
  const words = endpointWords(locale);
  const count = (figure: number | string): string => counted(figure, { max: COUNTED_MAX, locale });
  const failures = endpoint.consecutive_failures;
  const { median_ms: median, p95_ms: p95, retry_at: retryAt } = figures;
  return (
    <Stats>
      <Stat
        label={words.delivered24}
        value={count(figures.delivered)}
        note={figures.failed === "0" ? words.noneGivenUp : words.givenUp({ count: count(figures.failed) })}
      />
      <Stat
        label={words.median}
        value={median === null ? "–" : span(median, locale)}
        note={p95 === null ? words.noResponse : words.percentile({ span: span(p95, locale) })}
      />
      <Stat
        label={words.waitingRetry}
        value={count(figures.retrying)}
        note={
          endpoint.status === "DISABLED"
            ? words.isHeld
            : retryAt === null
              ? words.toSend({ count: count(figures.waiting) })
              : words.next({ when: inTime(Number(retryAt) - Number(figures.now_ms), locale) })
        }
      />
      <Stat
        label={words.inARow}
        value={failures === 0 ? "0" : <span class="text-warning">{failures}</span>}
        note={words.disabledAt({ count: LIMITS.webhookDisableAfter })}
      />
    </Stats>
  );
}

function Looking({ path, version }: { path: string; version: string }): JSX.Element {
  const words = useWords(newsWords);
  return (
    <p
      class="muted mb-2 text-sm"
      role="status"
      data-status={`${path}/status`}
      data-version={version}
      data-stopped={words.stopped}
      data-offline={useWords(kitWords).offline}
    >
      {words.live}
    </p>
  );
}

function Log({ page: { context, attempts, figures, endpoint }, path }: { page: Page; path: string }): JSX.Element {
  const locale = useLocale();
  const words = endpointWords(locale);
  const parts = partWords(locale);
  return (
    <Table
      label={words.lastAttempts}
      head={[
        parts.event,
        words.state,
        words.answer,
        words.attempt,
        words.took,
        words.sent,
        <span class="sr-only">{words.more}</span>,
      ]}
      columns={["", "max-sm:hidden", "max-sm:hidden", "max-xl:hidden", "max-xl:hidden", "max-sm:hidden"]}
    >
      {attempts.map((attempt) => {
        const state = (
          <>
            <AttemptBadge state={attempt.state} isRetried={attempt.next_at !== null} />
            {attempt.next_at === null || endpoint.status === "DISABLED" ? null : (
              <p class="muted mt-0.5 text-xs">{inTime(Number(attempt.next_at) - Number(figures.now_ms), locale)}</p>
            )}
          </>
        );
        const answer = <Answer status={attempt.status_code} error={attempt.error} />;
        return (
          <tr>
            <Cell>
              <a
                class="link link-primary font-medium [overflow-wrap:anywhere]"
                href={`${path}/deliveries/${attempt.delivery}`}
              >
                <Breaking text={attempt.type} />
              </a>
              <p class="muted">
                <ShortId>{formatId("event", attempt.event)}</ShortId>
              </p>
              <div class="space-y-1 sm:hidden">
                <p class="muted text-xs">
                  <Stamp at={attempt.created} />
                </p>
                {state}
                <p>{answer}</p>
              </div>
            </Cell>
            <Cell class="whitespace-nowrap max-sm:hidden">{state}</Cell>
            <Cell class="min-w-32 max-sm:hidden">{answer}</Cell>
            <Cell class="whitespace-nowrap max-xl:hidden">
              {words.ofMost({ count: attempt.attempt, most: LIMITS.webhookRetrySeconds.length + 1 })}
            </Cell>
            <Cell class="whitespace-nowrap tabular-nums max-xl:hidden">{span(attempt.duration_ms, locale)}</Cell>
            <Cell class="max-sm:hidden">
              <Stamp at={attempt.created} />
            </Cell>
            <Cell class="text-end max-sm:ps-0!">
              {attempt.state === "FAILED" && context.may("develop") ? (
                <ButtonForm
                  action={`${path}/deliveries/${attempt.delivery}/resend`}
                  csrf={context.csrf}
                  label={parts.resend}
                />
              ) : null}
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}
