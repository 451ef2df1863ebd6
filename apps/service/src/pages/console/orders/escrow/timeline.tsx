/** What happened to an order; and, for those who want to know, which events told of it and whether endpoints have them. */

import type { JSX } from "preact";
import type { EscrowEvent } from "../../../../store/read/console/orders.js";
import { clip } from "../../../../words/format.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { ShortTime } from "../../../kit/times.js";
import { Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { eventUrl } from "../../links.js";
import { storyWords } from "../words.js";
import type { EscrowProps } from "./load.js";
import { happeningsOf } from "./story.js";

export function Timeline({ context, story }: EscrowProps): JSX.Element {
  const locale = useLocale();
  return (
    <Section title={storyWords(locale).title}>
      <ol class="space-y-3 text-sm">
        {happeningsOf(story, locale).map(({ at, icon, text }) => (
          <li class="flex gap-3">
            <span class="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-primary/10 text-primary">
              <Icon name={icon} class="size-3.5" />
            </span>
            <div class="min-w-0 flex-1 justify-between gap-x-4 sm:flex">
              <p class="given min-w-0">{text}</p>
              <p class="muted shrink-0 text-xs leading-5">
                <ShortTime at={at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Events context={context} events={story.events} />
    </Section>
  );
}

/** Opens by itself where an endpoint did not get one. */
function Events({ context, events }: { context: ConsoleContext; events: readonly EscrowEvent[] }): JSX.Element | null {
  const words = useWords(storyWords);
  if (events.length === 0) return null;
  const failed = events.filter(({ deliveries }) => deliveries.some(({ state }) => state === "FAILED")).length;
  return (
    <details class="group mt-5 border-t border-base-300 pt-3" open={failed > 0}>
      <summary class="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 text-sm font-medium">
        <Icon name="webhook" class="muted size-4" />
        <span>
          {words.events({ count: events.length })}
          {failed === 0 ? null : <span class="text-error">{words.notDelivered({ count: failed })}</span>}
        </span>
        <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
      </summary>
      <ol class="mt-2 divide-y divide-base-300 text-sm">
        {events.map((event) => (
          <li class="justify-between gap-x-4 py-2.5 sm:flex">
            <Event context={context} event={event} />
            <p class="muted shrink-0 text-xs leading-5 max-sm:mt-1">
              <ShortTime at={event.created} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

const URL_SHOWN = 60;

function Event({ context, event }: { context: ConsoleContext; event: EscrowEvent }): JSX.Element {
  const words = useWords(storyWords);
  return (
    <div class="min-w-0">
      <a class="link link-primary font-mono text-xs [overflow-wrap:anywhere]" href={eventUrl(context, event.id)}>
        {event.type}
      </a>
      {event.deliveries.length === 0 ? <span class="muted ms-2 text-xs">{words.noEndpoint}</span> : null}
      <ul>
        {event.deliveries.map(({ url, state, attempts }) => (
          <li class="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
            <DeliveryBadge status={state} />
            <span class="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{clip(url, URL_SHOWN)}</bdi>
            </span>
            {attempts > 1 ? <span class="muted">{words.attempts({ count: attempts })}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
