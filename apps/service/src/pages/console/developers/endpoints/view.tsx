/** The webhook endpoints of an account, and how each does. */
import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import { formatId } from "../../../../domain/ids.js";
import type { EndpointHealth } from "../../../../store/read/webhooks/endpoint-health.js";
import { Badge } from "../../../kit/badge.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { counted, plural, Said, Stamp, StatusBadge } from "../parts.js";
import { SAID } from "./words.js";

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
  const add = context.may("develop") ? (
    <a class="btn btn-primary" href={`${context.home}/webhooks/new`}>
      <Icon name="plus" class="size-4" />
      Add endpoint
    </a>
  ) : null;
  return (
    <Frame context={context} title="Webhooks" entry="/webhooks">
      <PageHead title="Webhooks" lead="We send signed events and retry until your server responds.">
        {endpoints.length === 0 ? null : add}
      </PageHead>
      <Said table={SAID} code={said} />
      {endpoints.length === 0 ? (
        <Empty icon="webhook" title="No endpoint yet">
          <p class="mb-4">
            An endpoint is a URL of your server. We post each event to it, signed, and retry until it answers. Until you
            add one, follow events in the feed or on the Events page.
          </p>
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
  const { event_types: types, consecutive_failures: failures, waiting } = endpoint;
  const [logged, succeeded] = [Number(endpoint.logged), Number(endpoint.succeeded)];
  return (
    <li class="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-5">
      <div class="min-w-0 flex-1 basis-72">
        <a class="link link-primary font-medium" href={`${context.home}/webhooks/${formatId("endpoint", endpoint.id)}`}>
          <Given text={endpoint.url} lines={3} />
        </a>
        <p class="muted mt-1 text-xs">
          {types === null ? "Every event" : plural(types.length, "type")}
          {" · "}
          {endpoint.last_at === null ? (
            "nothing sent yet"
          ) : (
            <>
              {`${succeeded} of the last ${logged} delivered · last `}
              <Stamp at={endpoint.last_at} />
            </>
          )}
        </p>
      </div>
      <p class="flex flex-wrap gap-2">
        {waiting === "0" ? null : (
          <Badge
            tone={endpoint.status === "DISABLED" ? "bad" : "calm"}
            icon="clock"
            text={`${counted(waiting, WAITING_COUNTED)} ${endpoint.status === "DISABLED" ? "held" : "waiting"}`}
          />
        )}
        {failures === 0 ? null : (
          <Badge tone="waiting" icon="triangle-alert" text={`${plural(failures, "failure")} in a row`} />
        )}
        {isOlderSecret(endpoint.secret) ? <Badge tone="calm" icon="key-round" text="Older secret" /> : null}
        <StatusBadge status={endpoint.status} />
      </p>
    </li>
  );
}
