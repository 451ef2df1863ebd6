/** Everything that happened in the account, delivered or not. */
import { EVENT_TYPES, type EventType } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import type { Page } from "../../../../store/read/page.js";
import type { EventLine } from "../../../../store/read/webhooks/events.js";
import { Pager } from "../../../kit/pager.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { Mono, Stamp } from "../parts.js";

export function EventsPage({
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
      <PageHead title="Events" lead="All events, newest first, delivered or not. The API feed returns the same." />
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
        <Empty icon="activity" title={type === null ? "No events yet" : "No event of this type"}>
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
