/** Everything that happened in the account: what it is about, and whether endpoints have it. */

import { EVENT_TYPES } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatId, parseId } from "../../../../domain/ids.js";
import type { EventLine, Sent } from "../../../../store/read/webhooks/events.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Breaking } from "../../../kit/breaking.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { ShortId } from "../../../kit/short-id.js";
import { Stamp } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { escrowUrl, eventsUrl, eventUrl, sessionUrl } from "../../links.js";
import { LiveList } from "../live.js";

import { eventWords, partWords } from "../words.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<EventLine> };

export function EventsPage({ context, listed: { page, query, now } }: Props): JSX.Element {
  const words = eventWords(context.locale);
  const path = eventsUrl(context);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Frame context={context} title={words.title} entry="/events" lives={!page.hasNewer}>
      <PageHead title={words.title} lead={words.lead}>
        <ExportLink context={context} list="events" query={query} />
      </PageHead>
      <Filters
        path={path}
        query={query}
        choices={[
          {
            name: "type",
            label: words.type,
            all: words.everyType,
            options: EVENT_TYPES.map((one) => [one, one] as const),
          },
        ]}
        daysAt={now}
      />
      <LiveList isNewest={!page.hasNewer} url={context.url}>
        {page.rows.length === 0 ? (
          <Empty icon="activity" title={isFiltered ? words.noneMatching : words.none}>
            {isFiltered ? null : words.noneText}
          </Empty>
        ) : (
          <EventTable context={context} events={page.rows} />
        )}
      </LiveList>
      <Pager page={page} path={path} query={query} />
    </Frame>
  );
}

function EventTable({ context, events }: { context: ConsoleContext; events: readonly EventLine[] }): JSX.Element {
  const words = useWords(eventWords);
  const parts = useWords(partWords);
  return (
    <Table
      label={words.title}
      head={[parts.event, words.order, words.delivery, parts.when]}
      columns={["", "max-sm:hidden", "", "max-sm:hidden"]}
    >
      {events.map((event) => (
        <tr>
          <Cell class="sm:min-w-40">
            <a
              class="link link-primary font-medium [overflow-wrap:anywhere]"
              href={eventUrl(context, event.id)}
              lang="en"
            >
              <Breaking text={event.type} />
            </a>
            <span class="muted mt-0.5 block">
              <ShortId>{formatId("event", event.id)}</ShortId>
            </span>
            <span class="mt-1 block sm:hidden">
              <About context={context} event={event} />
            </span>
            <span class="muted mt-1 block text-xs sm:hidden">
              <Stamp at={event.created} />
            </span>
          </Cell>
          <Cell class="min-w-40 max-sm:hidden">
            <About context={context} event={event} />
          </Cell>
          <Cell>
            <SentBadges sent={event.sent} />
          </Cell>
          <Cell class="max-sm:hidden">
            <Stamp at={event.created} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function About({ context, event: { about } }: { context: ConsoleContext; event: EventLine }): JSX.Element {
  if (about === null) return <span class="muted">–</span>;
  const session = about.session === null ? null : parseId("session", about.session);
  const href =
    about.escrow !== null ? escrowUrl(context, about.escrow) : session === null ? null : sessionUrl(context, session);
  const title = <Given text={about.title} lines={2} />;
  return href === null ? (
    title
  ) : (
    <a class="link-hover" href={href}>
      {title}
    </a>
  );
}

/** How the deliveries of an event stand, the worst first. */
function SentBadges({ sent: { delivered, failed, waiting, held } }: { sent: Sent }): JSX.Element {
  const standings = [
    ["FAILED", failed],
    ["HELD", held],
    ["PENDING", waiting],
    ["SUCCEEDED", delivered],
  ] as const;
  const shown = standings.filter(([, count]) => count > 0);
  const all = delivered + failed + waiting + held;
  if (shown.length === 0) return <span class="muted text-xs">{useWords(eventWords).noEndpoint}</span>;
  return (
    <span class="flex flex-wrap gap-1">
      {shown.map(([status, count]) => (
        <DeliveryBadge status={status} count={all === 1 ? null : count} />
      ))}
    </span>
  );
}
