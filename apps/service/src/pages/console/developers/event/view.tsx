/** One event, and where it was sent. */
import type { JSX } from "preact";
import { formatId, parseId } from "../../../../domain/ids.js";
import type { DeliveryRow } from "../../../../store/read/webhooks/deliveries.js";
import type { WholeEvent } from "../../../../store/read/webhooks/events.js";
import { JsonCode } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { ShortId } from "../../../kit/short-id.js";
import { ButtonForm, Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl, escrowUrl, sessionUrl } from "../../links.js";
import { CopyButton } from "../../once.js";
import { DeliveryBadge, plural, Stamp } from "../parts.js";

export function EventPage({
  context,
  event,
  deliveries,
}: {
  context: ConsoleContext;
  event: WholeEvent;
  deliveries: readonly DeliveryRow[];
}): JSX.Element {
  const id = formatId("event", event.id);
  const order = orderOf(context, event);
  return (
    <Frame context={context} title={event.type} entry="/events" copies>
      <PageHead title={event.type} up={{ href: `${context.home}/events`, label: "Events" }} />
      <Section title="Event">
        <Facts
          rows={[
            ["Id", <ShortId width="wide">{id}</ShortId>],
            ...(order === null ? [] : [["Order", order] as const]),
            ["When", <Stamp at={event.created} />],
            ["Number in the feed", event.number],
          ]}
        />
      </Section>
      <h2 class="mb-2 font-semibold">Deliveries</h2>
      {deliveries.length === 0 ? (
        <p class="muted mb-6 text-sm">No endpoint was subscribed to this type at the time.</p>
      ) : (
        <ul class="panel mb-6 divide-y divide-base-300">
          {deliveries.map((delivery) => (
            <DeliveryLine context={context} delivery={delivery} />
          ))}
        </ul>
      )}
      <Section title="JSON" lead="As in the feed and every delivery, indented here.">
        <div class="mb-3">
          <CopyButton text={event.body} label="the event's JSON" />
        </div>
        <JsonCode label="JSON of the event" value={JSON.parse(event.body)} />
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
      <Given text={about.title ?? "View the order"} lines={2} />
    </a>
  );
}

function DeliveryLine({ context, delivery }: { context: ConsoleContext; delivery: DeliveryRow }): JSX.Element {
  const path = `${endpointUrl(context, delivery.endpoint_id)}/deliveries/${delivery.delivery}`;
  const isGone = delivery.endpoint_status === "DELETED";
  return (
    <li class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5">
      <div class="min-w-0 flex-1 basis-72 text-sm">
        <Given text={delivery.url} lines={2} />
        <p class="mt-0.5 text-xs">
          <a class="link link-primary" href={path}>
            Delivery {delivery.delivery}
          </a>
          <span class="muted">
            {" · "}
            {plural(delivery.attempts, "attempt")}
            {isGone ? " · the endpoint is deleted" : ""}
            {delivery.origin === "resend" ? " · resent by a person" : ""}
          </span>
        </p>
      </div>
      <div class="flex flex-wrap items-center gap-2">
        <DeliveryBadge state={delivery.state} />
        {context.may("develop") && !isGone ? (
          <ButtonForm action={`${path}/resend`} csrf={context.csrf} label="Resend" />
        ) : null}
      </div>
    </li>
  );
}
