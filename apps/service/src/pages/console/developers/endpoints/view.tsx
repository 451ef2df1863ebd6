/** The webhook endpoints of an account, and how each does. */

import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import { formatId } from "../../../../domain/ids.js";
import type { EndpointHealth } from "../../../../store/read/webhooks/endpoint-health.js";
import { Badge } from "../../../kit/badge.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Stamp } from "../../../kit/times.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { counted, Said, StatusBadge } from "../parts.js";
import { partWords } from "../words.js";
import { endpointsWords } from "./words.js";

const WAITING_COUNTED = 1_000;

export function EndpointsPage({
  context,
  endpoints,
  said,
}: {
  context: ConsoleContext;
  endpoints: readonly EndpointHealth[];
  said: string | undefined;
}): JSX.Element {
  const words = endpointsWords(context.locale);
  const { webhooks } = partWords(context.locale);
  const add = context.may("develop") ? (
    <a class="btn btn-primary" href={`${context.home}/webhooks/new`}>
      <Icon name="plus" class="size-4" />
      {words.add}
    </a>
  ) : null;
  return (
    <Frame context={context} title={webhooks} entry="/webhooks">
      <PageHead title={webhooks} lead={words.lead}>
        {endpoints.length === 0 ? null : add}
      </PageHead>
      <Said words={words} code={said} />
      {endpoints.length === 0 ? (
        <Empty icon="webhook" title={words.none}>
          <p class="mb-4">{words.noneText}</p>
          {add}
        </Empty>
      ) : (
        <ul class="panel mb-6 divide-y divide-base-300">
          {endpoints.map((endpoint) => (
            <EndpointLine context={context} endpoint={endpoint} />
          ))}
        </ul>
      )}
    </Frame>
  );
}

function EndpointLine({ context, endpoint }: { context: ConsoleContext; endpoint: EndpointHealth }): JSX.Element {
  const locale = useLocale();
  const words = endpointsWords(locale);
  const parts = useWords(partWords);
  const held = counted(endpoint.waiting, { max: WAITING_COUNTED, locale });
  const { event_types: types, consecutive_failures: failures, waiting } = endpoint;
  const [logged, succeeded] = [Number(endpoint.logged), Number(endpoint.succeeded)];
  return (
    <li class="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-5">
      <div class="min-w-0 flex-1 basis-72">
        <a class="link link-primary font-medium" href={`${context.home}/webhooks/${formatId("endpoint", endpoint.id)}`}>
          <Given text={endpoint.url} lines={3} />
        </a>
        <p class="muted mt-1 text-xs">
          {types === null ? parts.everyEvent : parts.types({ count: types.length })}
          {" · "}
          {endpoint.last_at === null ? (
            words.nothingSent
          ) : (
            <Say text={words.delivered} succeeded={succeeded} logged={logged} time={<Stamp at={endpoint.last_at} />} />
          )}
        </p>
      </div>
      <p class="flex flex-wrap gap-2">
        {waiting === "0" ? null : (
          <Badge
            tone={endpoint.status === "DISABLED" ? "bad" : "calm"}
            icon="clock"
            text={endpoint.status === "DISABLED" ? words.held({ count: held }) : words.waiting({ count: held })}
          />
        )}
        {failures === 0 ? null : (
          <Badge tone="waiting" icon="triangle-alert" text={words.failures({ count: failures })} />
        )}
        {isOlderSecret(endpoint.secret) ? <Badge tone="calm" icon="key-round" text={words.olderSecret} /> : null}
        <StatusBadge status={endpoint.status} />
      </p>
    </li>
  );
}
