/** Everything that happened in the account, delivered or not: the feed, with where each event was sent. */
import { EVENT_TYPES, type EventType } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatId, parseId } from "../../../domain/ids.js";
import type { Page } from "../../../store/read/page.js";
import { type DeliveryRow, listDeliveriesOf } from "../../../store/read/webhooks/deliveries.js";
import { type EventLine, findEvent, listEventLines, type WholeEvent } from "../../../store/read/webhooks/events.js";
import { JsonCode } from "../../docs/code.js";
import { Given } from "../../given.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { CopyButton } from "../once.js";
import { pageIn } from "../paging.js";
import type { RegisterPart } from "../services.js";
import { ButtonForm, Cell, Empty, Facts, PageHead, Pager, Section, Table } from "../ui.js";
import { DeliveryBadge, Mono, plural, Stamp, withScript } from "./parts.js";

export const registerEvents: RegisterPart = (routes, { db }) => {
  routes.page("/events", "read", async (context, { query }) => {
    const type = EVENT_TYPES.find((one) => one === query["type"]) ?? null;
    const page = await listEventLines(db, context.member.account, { type, page: pageIn(query, "number") });
    return <EventsPage context={context} type={type} page={page} />;
  });
  routes.page("/events/:event", "read", async (context, asked) => {
    const id = parseId("event", asked.params["event"] ?? "");
    const event = id === null ? null : await findEvent(db, context.member.account, id);
    if (event === null) throw new PageRefusal("not_found");
    const deliveries = await listDeliveriesOf(db, context.member.account, event.number);
    withScript(asked, context);
    return <EventPage context={context} event={event} deliveries={deliveries} />;
  });
};

function EventsPage({
  context,
  type,
  page,
}: {
  context: ConsoleContext;
  type: EventType | null;
  page: Page<EventLine>;
}): JSX.Element {
  const path = `${context.home}/events`;
  return (
    <Frame context={context} title="Events" entry="/events">
      <PageHead
        title="Events"
        lead="Everything that happened, newest first, delivered or not. The feed of the API is the same."
      />
      <form method="get" action={path} class="mb-4 flex flex-wrap items-end gap-3">
        <div>
          <label class="mb-1 block text-sm font-medium" for="type">
            Type
          </label>
          <select id="type" name="type" class="field h-11 text-sm">
            <option value="">Every type</option>
            {EVENT_TYPES.map((one) => (
              <option value={one} selected={one === type}>
                {one}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="btn">
          Filter
        </button>
      </form>
      {page.rows.length === 0 ? (
        <Empty icon="activity" title={type === null ? "Nothing happened yet" : "No event of this type"}>
          {type === null ? "An event is written whenever a session or an escrow changes." : null}
        </Empty>
      ) : (
        <Table label="Events" head={["Event", "When (UTC)"]}>
          {page.rows.map((event) => (
            <tr>
              <Cell>
                <a class="link link-primary font-medium" href={`${path}/${formatId("event", event.id)}`}>
                  {event.type}
                </a>
                <div class="muted mt-0.5">
                  <Mono>{formatId("event", event.id)}</Mono>
                </div>
              </Cell>
              <Cell>
                <Stamp at={event.created} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={type === null ? {} : { type }} />
    </Frame>
  );
}

function EventPage({
  context,
  event,
  deliveries,
}: {
  context: ConsoleContext;
  event: WholeEvent;
  deliveries: readonly DeliveryRow[];
}): JSX.Element {
  const id = formatId("event", event.id);
  return (
    <Frame context={context} title={event.type} entry="/events" copies>
      <PageHead title={event.type} up={{ href: `${context.home}/events`, label: "Events" }} />
      <Section title="Event">
        <Facts
          rows={[
            ["Id", <Mono>{id}</Mono>],
            ["When", <Stamp at={event.created} />],
            ["Number in the feed", event.number],
          ]}
        />
      </Section>
      <h2 class="mb-2 font-semibold">Deliveries</h2>
      {deliveries.length === 0 ? (
        <p class="muted mb-6 text-sm">No endpoint took this type when it happened.</p>
      ) : (
        <ul class="panel mb-6 divide-y divide-base-300">
          {deliveries.map((delivery) => (
            <DeliveryLine context={context} delivery={delivery} />
          ))}
        </ul>
      )}
      <Section title="JSON" lead="As the feed and every delivery show it, indented here.">
        <div class="mb-3">
          <CopyButton text={event.body} label="the event's JSON" />
        </div>
        <JsonCode label="JSON of the event" value={JSON.parse(event.body)} />
      </Section>
    </Frame>
  );
}

function DeliveryLine({ context, delivery }: { context: ConsoleContext; delivery: DeliveryRow }): JSX.Element {
  const path = `${context.home}/webhooks/${formatId("endpoint", delivery.endpoint_id)}/deliveries/${delivery.delivery}`;
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
            {delivery.origin === "resend" ? " · sent again by a person" : ""}
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
