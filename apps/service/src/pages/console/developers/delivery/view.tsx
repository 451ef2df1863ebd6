/** One delivery: the event, and of each attempt that is still in the log what was sent and what was answered. */
import { LIMITS, webhookHeaders } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import type { WholeAttempt, WholeDelivery } from "../../../../store/read/webhooks/deliveries.js";
import { Code, JsonCode } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { ShortId } from "../../../kit/short-id.js";
import { ButtonForm, Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl } from "../../links.js";
import { CopyButton } from "../../once.js";
import { Answer, AttemptBadge, DeliveryBadge, Stamp, span } from "../parts.js";
import { ORIGINS } from "./words.js";

type Page = {
  readonly context: ConsoleContext;
  readonly delivery: WholeDelivery;
  readonly attempts: readonly WholeAttempt[];
};

export function DeliveryPage({ context, delivery, attempts }: Page): JSX.Element {
  const endpoint = endpointUrl(context, delivery.endpoint_id);
  const isGone = delivery.endpoint_status === "DELETED";
  return (
    <Frame context={context} title={`Delivery ${delivery.delivery}`} entry="/webhooks" copies>
      <PageHead
        title={delivery.type}
        up={isGone ? { href: `${context.home}/webhooks`, label: "Webhooks" } : { href: endpoint, label: "Endpoint" }}
        lead={`Delivery ${delivery.delivery}`}
      >
        {context.may("develop") && !isGone ? (
          <ButtonForm
            action={`${endpoint}/deliveries/${delivery.delivery}/resend`}
            csrf={context.csrf}
            label="Resend"
            icon="rotate-ccw"
            class="btn"
          />
        ) : null}
      </PageHead>
      <Summary context={context} delivery={delivery} />
      {attempts.length > 0 ? null : (
        <p class="muted mb-6 text-sm">
          {delivery.attempts === 0
            ? "No attempts yet."
            : `Its attempts are no longer among the last ${LIMITS.webhookAttemptsShown} of the endpoint.`}
        </p>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt context={context} delivery={delivery} attempt={attempt} />
      ))}
      <Section title="Body" lead="The same bytes in every attempt, on one line, as signed.">
        <div class="mb-3">
          <CopyButton text={delivery.body} label="the body as it is sent" />
        </div>
        <JsonCode label="Body, indented" value={JSON.parse(delivery.body)} />
      </Section>
    </Frame>
  );
}

const isRetried = (delivery: WholeDelivery, { attempt }: WholeAttempt): boolean =>
  delivery.state === "PENDING" && attempt === delivery.attempts;

function Summary({ context, delivery }: Pick<Page, "context" | "delivery">): JSX.Element {
  return (
    <Section title="Delivery">
      <Facts
        rows={[
          ["State", <DeliveryBadge state={delivery.state} />],
          ["Endpoint", <Given text={delivery.url} lines={3} />],
          [
            "Event",
            <a class="link link-primary" href={`${context.home}/events/${formatId("event", delivery.event)}`}>
              <ShortId width="wide">{formatId("event", delivery.event)}</ShortId>
            </a>,
          ],
          ["Why", ORIGINS[delivery.origin]],
          ["Attempts", `${delivery.attempts} of ${LIMITS.webhookRetrySeconds.length + 1}`],
          ["Created", <Stamp at={delivery.created} />],
          ...(delivery.closed_at === null ? [] : [["Ended", <Stamp at={delivery.closed_at} />] as const]),
          ...(delivery.due_at === null || delivery.endpoint_status === "DISABLED"
            ? []
            : [["Next attempt", <Stamp at={Math.floor(Number(delivery.due_at) / 1_000)} />] as const]),
        ]}
      />
    </Section>
  );
}

function Attempt({ context, delivery, attempt }: Omit<Page, "attempts"> & { attempt: WholeAttempt }): JSX.Element {
  return (
    <Section
      title={`Attempt ${attempt.attempt}`}
      lead={
        <>
          <Stamp at={attempt.created} /> UTC, took {span(attempt.duration_ms)}
        </>
      }
      actions={<AttemptBadge state={attempt.state} isRetried={isRetried(delivery, attempt)} />}
    >
      <h3 class="mb-2 text-sm font-medium">Request</h3>
      {attempt.signature === null ? (
        <p class="muted text-sm">No headers were stored for this attempt.</p>
      ) : (
        <Request
          context={context}
          delivery={delivery}
          signature={attempt.signature}
          standardSignature={attempt.standard_signature}
        />
      )}
      <h3 class="mt-5 mb-2 text-sm font-medium">Answer</h3>
      <p class="text-sm">
        <Answer status={attempt.status_code} error={attempt.error} />
      </p>
      {attempt.status_code !== null && attempt.error !== null ? <p class="mt-1 text-sm">{attempt.error}</p> : null}
      {attempt.response === "" ? null : (
        <div class="mt-2">
          <Code label={`Body of the answer, its first ${LIMITS.webhookResponseBytes / 1024} KiB`}>
            {attempt.response}
          </Code>
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
      <Code label="Headers of the request">{[`POST ${delivery.url}`, ...lines].join("\n")}</Code>
      <form
        method="post"
        action={`${context.home}/signature`}
        class="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
      >
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="header" value={signature} />
        <input type="hidden" name="body" value={delivery.body} />
        <p class="muted min-w-0 flex-1 basis-64">
          Each <code class="code-inline">v1</code> of <code class="code-inline">X-Escrow-Signature</code> is HMAC-SHA256
          in hex: the key is a signing secret, the message is <code class="code-inline">t</code>, a dot, and the bytes
          of the body.
        </p>
        <button type="submit" class="btn btn-sm">
          Check signature
        </button>
      </form>
    </>
  );
}
