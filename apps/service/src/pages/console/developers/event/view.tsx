/** One event, and where it was sent. */

import type { JSX } from "preact";
import { formatId, parseId } from "../../../../domain/ids.js";
import type { DeliveryRow } from "../../../../store/read/webhooks/deliveries.js";
import type { WholeEvent } from "../../../../store/read/webhooks/events.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Breaking } from "../../../kit/breaking.js";
import { JsonCode } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import { ShortId } from "../../../kit/short-id.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl, escrowUrl, sessionUrl } from "../../links.js";
import { CopyButton } from "../../once.js";
import { standingOf } from "../parts.js";
import { eventWords, partWords } from "../words.js";

export function EventPage({
  context,
  event,
  deliveries,
}: {
  context: ConsoleContext;
  event: WholeEvent;
  deliveries: readonly DeliveryRow[];
}): JSX.Element {
  const words = eventWords(context.locale);
  const id = formatId("event", event.id);
  const order = orderOf(context, event);
  return (
    <Frame context={context} title={event.type} entry="/events">
      <PageHead title={<Breaking text={event.type} />} up={{ href: `${context.home}/events`, label: words.title }} />
      <Section title={partWords(context.locale).event}>
        <Facts
          rows={[
            [words.id, <ShortId width="wide">{id}</ShortId>],
            ...(order === null ? [] : [[words.order, order] as const]),
            [words.when, <Stamp at={event.created} />],
            [words.number, event.number],
          ]}
        />
      </Section>
      <h2 class="mb-2 font-semibold">{words.deliveries}</h2>
      {deliveries.length === 0 ? (
        <p class="muted mb-6 text-sm">{words.noDeliveries}</p>
      ) : (
        <ul class="panel mb-6 divide-y divide-base-300">
          {deliveries.map((delivery) => (
            <DeliveryLine context={context} delivery={delivery} />
          ))}
        </ul>
      )}
      <Section title="JSON" lead={words.jsonLead}>
        <div class="mb-3">
          <CopyButton text={event.body} label={words.theJson} />
        </div>
        <JsonCode label={words.jsonOf} value={JSON.parse(event.body)} />
      </Section>
    </Frame>
  );
}

/** What the event is about, with a link; null for a test. */
function orderOf(context: ConsoleContext, { body, escrow_id: escrow }: WholeEvent): JSX.Element | null {
  const about = (JSON.parse(body) as { data: { object: { object: string; id?: string; title?: string } } }).data.object;
  const session = about.object === "checkout.session" ? parseId("session", about.id ?? "") : null;
  const href = escrow !== null ? escrowUrl(context, escrow) : session === null ? null : sessionUrl(context, session);
  return href === null ? null : (
    <a class="link link-primary" href={href}>
      <Given text={about.title ?? eventWords(context.locale).viewOrder} lines={2} />
    </a>
  );
}

function DeliveryLine({ context, delivery }: { context: ConsoleContext; delivery: DeliveryRow }): JSX.Element {
  const words = useWords(eventWords);
  const parts = useWords(partWords);
  const path = `${endpointUrl(context, delivery.endpoint_id)}/deliveries/${delivery.delivery}`;
  const isGone = delivery.endpoint_status === "DELETED";
  return (
    <li class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5">
      <div class="min-w-0 flex-1 basis-72 text-sm">
        <Given text={delivery.url} lines={2} />
        <p class="mt-0.5 text-xs">
          <a class="link link-primary" href={path}>
            {parts.delivery({ number: delivery.delivery })}
          </a>
          <span class="muted">
            {" · "}
            {words.attempts({ count: delivery.attempts })}
            {isGone ? ` · ${words.endpointDeleted}` : ""}
            {delivery.origin === "resend" ? ` · ${words.byPerson}` : ""}
          </span>
        </p>
      </div>
      <div class="flex flex-wrap items-center gap-2">
        <DeliveryBadge status={standingOf(delivery)} />
        {context.may("develop") && !isGone ? (
          <ButtonForm action={`${path}/resend`} csrf={context.csrf} label={parts.resend} />
        ) : null}
      </div>
    </li>
  );
}
