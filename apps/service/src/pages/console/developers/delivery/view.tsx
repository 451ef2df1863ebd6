/** One delivery: the event, and of each attempt that is still in the log what was sent and what was answered. */

import { LIMITS, webhookHeaders } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import type { WholeAttempt, WholeDelivery } from "../../../../store/read/webhooks/deliveries.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Breaking } from "../../../kit/breaking.js";
import { Code, JsonCode } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl } from "../../links.js";
import { CopyButton } from "../../once.js";
import { Answer, AttemptBadge, Diagnosis, span, standingOf } from "../parts.js";
import { deliveryWords, partWords } from "../words.js";

type Page = {
  readonly context: ConsoleContext;
  readonly delivery: WholeDelivery;
  readonly attempts: readonly WholeAttempt[];
};

export function DeliveryPage({ context, delivery, attempts }: Page): JSX.Element {
  const words = deliveryWords(context.locale);
  const parts = partWords(context.locale);
  const endpoint = endpointUrl(context, delivery.endpoint_id);
  const isGone = delivery.endpoint_status === "DELETED";
  return (
    <Frame context={context} title={parts.delivery({ number: delivery.delivery })} entry="/webhooks">
      <PageHead
        title={<Breaking text={delivery.type} />}
        up={
          isGone
            ? { href: `${context.home}/webhooks`, label: parts.webhooks }
            : { href: endpoint, label: parts.endpoint }
        }
        lead={parts.delivery({ number: delivery.delivery })}
      >
        {context.may("develop") && !isGone ? (
          <ButtonForm
            action={`${endpoint}/deliveries/${delivery.delivery}/resend`}
            csrf={context.csrf}
            label={parts.resend}
            icon="rotate-ccw"
            class="btn"
          />
        ) : null}
      </PageHead>
      <Summary context={context} delivery={delivery} />
      {attempts.length > 0 ? null : (
        <p class="muted mb-6 text-sm">
          {delivery.attempts === 0 ? words.noAttempts : words.attemptsGone({ most: LIMITS.webhookAttemptsShown })}
        </p>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt context={context} delivery={delivery} attempt={attempt} />
      ))}
      <Section title={words.body} lead={words.bodyLead}>
        <div class="mb-3">
          <CopyButton text={delivery.body} label={words.theBody} />
        </div>
        <JsonCode label={words.bodyIndented} value={JSON.parse(delivery.body)} />
      </Section>
    </Frame>
  );
}

const isRetried = (delivery: WholeDelivery, { attempt }: WholeAttempt): boolean =>
  delivery.state === "PENDING" && attempt === delivery.attempts;

function Summary({ context, delivery }: Pick<Page, "context" | "delivery">): JSX.Element {
  const words = useWords(deliveryWords);
  const parts = useWords(partWords);
  return (
    <Section title={words.title}>
      <Facts
        rows={[
          [words.state, <DeliveryBadge status={standingOf(delivery)} />],
          [parts.endpoint, <Given text={delivery.url} lines={3} />],
          [
            parts.event,
            <a class="link link-primary" href={`${context.home}/events/${formatId("event", delivery.event)}`}>
              <ShortId width="wide">{formatId("event", delivery.event)}</ShortId>
            </a>,
          ],
          [words.why, words[`origin_${delivery.origin}`]],
          [words.attempts, words.ofMost({ count: delivery.attempts, most: LIMITS.webhookRetrySeconds.length + 1 })],
          [words.created, <Stamp at={delivery.created} />],
          ...(delivery.closed_at === null ? [] : [[words.ended, <Stamp at={delivery.closed_at} />] as const]),
          ...(delivery.due_at === null || delivery.endpoint_status === "DISABLED"
            ? []
            : [[words.nextAttempt, <Stamp at={Math.floor(Number(delivery.due_at) / 1_000)} />] as const]),
        ]}
      />
    </Section>
  );
}

function Attempt({ context, delivery, attempt }: Omit<Page, "attempts"> & { attempt: WholeAttempt }): JSX.Element {
  const locale = useLocale();
  const words = deliveryWords(locale);
  return (
    <Section
      title={words.attempt({ number: attempt.attempt })}
      lead={<Say text={words.took} span={span(attempt.duration_ms, locale)} time={<Stamp at={attempt.created} />} />}
      actions={<AttemptBadge state={attempt.state} isRetried={isRetried(delivery, attempt)} />}
    >
      <h3 class="mb-2 text-sm font-medium">{words.request}</h3>
      {attempt.signature === null ? (
        <p class="muted text-sm">{words.noHeaders}</p>
      ) : (
        <Request
          context={context}
          delivery={delivery}
          signature={attempt.signature}
          standardSignature={attempt.standard_signature}
        />
      )}
      <h3 class="mt-5 mb-2 text-sm font-medium">{words.answer}</h3>
      <p class="text-sm">
        <Answer status={attempt.status_code} error={attempt.error} />
      </p>
      {attempt.status_code !== null && attempt.error !== null ? (
        <p class="mt-1 text-sm">
          <Diagnosis text={attempt.error} />
        </p>
      ) : null}
      {attempt.response === "" ? null : (
        <div class="mt-2">
          <Code label={words.answerBody({ kibibytes: LIMITS.webhookResponseBytes / 1024 })}>{attempt.response}</Code>
        </div>
      )}
    </Section>
  );
}

function Request({
  context,
  delivery,
  signature,
  standardSignature,
}: {
  context: ConsoleContext;
  delivery: WholeDelivery;
  signature: string;
  standardSignature: string | null;
}): JSX.Element {
  const words = useWords(deliveryWords);
  const headers = webhookHeaders({
    type: delivery.type,
    event: formatId("event", delivery.event),
    delivery: delivery.delivery,
    signature,
    standardSignature,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Code label={words.headers}>{[`POST ${delivery.url}`, ...lines].join("\n")}</Code>
      <form
        method="post"
        action={`${context.home}/signature`}
        class="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
      >
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="header" value={signature} />
        <input type="hidden" name="body" value={delivery.body} />
        <p class="muted min-w-0 flex-1 basis-64">
          <Say
            text={words.signedHow}
            v1={<code class="code-inline">v1</code>}
            header={<code class="code-inline">X-Escrow-Signature</code>}
            t={<code class="code-inline">t</code>}
          />
        </p>
        <button type="submit" class="btn btn-sm">
          {words.checkSignature}
        </button>
      </form>
    </>
  );
}
