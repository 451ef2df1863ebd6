/** From the session to the money, the milestones, the events and their deliveries. */
import type { JSX } from "preact";
import type { EscrowEvent } from "../../../../store/read/console/orders.js";
import { clip } from "../../../../words/format.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Icon } from "../../../kit/icons.js";
import { Section, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { eventUrl } from "../../links.js";
import type { EscrowProps } from "./load.js";
import { type Happening, happeningsOf } from "./story.js";

export function Timeline({ context, story }: EscrowProps): JSX.Element {
  return (
    <Section title="Timeline" lead="What happened, and the events we sent to your webhook endpoints.">
      <ol class="space-y-3 text-sm">
        {happeningsOf(story).map((happening) => (
          <Line context={context} happening={happening} />
        ))}
      </ol>
    </Section>
  );
}

function Line({ context, happening }: { context: ConsoleContext; happening: Happening }): JSX.Element {
  const { at, icon, event, text } = happening;
  return (
    <li class="flex gap-3">
      <span
        class={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full ${event === undefined ? "bg-primary/10 text-primary" : "muted bg-base-200"}`}
      >
        <Icon name={icon} class="size-3.5" />
      </span>
      <div class="min-w-0 flex-1 justify-between gap-x-4 sm:flex">
        <div class="min-w-0">
          {event === undefined ? <p class="given">{text}</p> : <Event context={context} event={event} />}
        </div>
        <p class="muted shrink-0 text-xs leading-5">
          <Time at={at} />
        </p>
      </div>
    </li>
  );
}

const URL_SHOWN = 60;

function Event({ context, event }: { context: ConsoleContext; event: EscrowEvent }): JSX.Element {
  return (
    <>
      <a class="link link-primary font-mono text-xs [overflow-wrap:anywhere]" href={eventUrl(context, event.id)}>
        {event.type}
      </a>
      {event.deliveries.length === 0 ? <span class="muted ms-2 text-xs">no endpoint subscribed</span> : null}
      <ul>
        {event.deliveries.map(({ url, state, attempts }) => (
          <li class="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
            <DeliveryBadge status={state} />
            <span class="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{clip(url, URL_SHOWN)}</bdi>
            </span>
            {attempts > 1 ? <span class="muted">{attempts} attempts</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
