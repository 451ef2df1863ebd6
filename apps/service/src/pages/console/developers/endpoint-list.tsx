/** The webhook endpoints of an account, and the form that adds one. */
import type { JSX } from "preact";
import { formatId } from "../../../domain/ids.js";
import type { EndpointHealth } from "../../../store/read/webhooks/endpoint-health.js";
import { Given } from "../../given.js";
import { Icon } from "../../icons.js";
import { Badge } from "../../orders/parts.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { ShownOnce } from "../once.js";
import { described, Empty, Field, PageHead, Section } from "../ui.js";
import { type Chosen, EventTypes } from "./event-types.js";
import { counted, plural, Said, Stamp, StatusBadge } from "./parts.js";

const SAID = { deleted: "The endpoint is deleted, and its secrets with it." } as const;
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
      <PageHead
        title="Webhooks"
        lead="Each event is posted to your server as soon as it happens, signed, and again until it is taken."
      >
        {endpoints.length === 0 ? null : add}
      </PageHead>
      <Said table={SAID} code={said} />
      {endpoints.length === 0 ? (
        <Empty icon="webhook" title="No endpoint yet">
          <p class="mb-4">Until there is one, follow the events in the feed, or on the page Events.</p>
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
              {`${succeeded} of the last ${logged} taken · last `}
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
        <StatusBadge status={endpoint.status} />
      </p>
    </li>
  );
}

export type TypedEndpoint = { readonly url: string; readonly chosen: Chosen };
export type EndpointProblems = { readonly url?: string; readonly types?: string };

export function NewEndpointPage({
  context,
  typed = { url: "", chosen: null },
  problems = {},
}: {
  context: ConsoleContext;
  typed?: TypedEndpoint;
  problems?: EndpointProblems;
}): JSX.Element {
  const { home, csrf, site } = context;
  const problem = problems.url ?? null;
  return (
    <Frame context={context} title="Add an endpoint" entry="/webhooks">
      <PageHead
        title="Add an endpoint"
        up={{ href: `${home}/webhooks`, label: "Webhooks" }}
        lead="It gets what happens from now on. Its signing secret is shown once it is added."
      />
      <form method="post" action={`${home}/webhooks/new`} class="panel mb-6 p-4 sm:p-5">
        <input type="hidden" name="csrf" value={csrf} />
        <Field
          label="URL"
          name="url"
          hint={`https, on port 443 or from 1024 to 65535, with a name that leads to public addresses.${
            site.isSandbox ? " For a server on your own machine, use the command holdfast listen." : ""
          }`}
          problem={problem}
        >
          <input
            {...described("url", { hasHint: true, problem })}
            class="input w-full"
            type="url"
            maxLength={2048}
            required
            value={typed.url}
            placeholder="https://shop.example/hooks/holdfast"
            autocomplete="off"
            spellcheck={false}
          />
        </Field>
        <EventTypes chosen={typed.chosen} problem={problems.types ?? null} />
        <button type="submit" class="btn btn-primary">
          Add endpoint
        </button>
      </form>
    </Frame>
  );
}

/** The answer to the form that added it: the one page that shows the secret unasked. */
export function AddedPage({
  context,
  endpoint,
  secret,
}: {
  context: ConsoleContext;
  endpoint: { readonly name: string; readonly url: string };
  secret: string;
}): JSX.Element {
  const path = `${context.home}/webhooks/${endpoint.name}`;
  return (
    <Frame context={context} title="Endpoint added" entry="/webhooks" copies>
      <PageHead
        title="Endpoint added"
        up={{ href: `${context.home}/webhooks`, label: "Webhooks" }}
        lead={<Given text={endpoint.url} lines={3} />}
      />
      <ShownOnce label="Signing secret" value={secret}>
        Your server checks with it that an event is ours. The whole text is the key,{" "}
        <code class="code-inline">whsec_</code> included.
      </ShownOnce>
      <Section title="Next" lead="A test tells whether your server answers and takes our signature.">
        <div class="flex flex-wrap gap-2">
          <form method="post" action={`${path}/ping`}>
            <input type="hidden" name="csrf" value={context.csrf} />
            <button type="submit" class="btn btn-primary">
              <Icon name="send" class="size-4" />
              Send test event
            </button>
          </form>
          <a class="btn" href={path}>
            See the endpoint
          </a>
        </div>
      </Section>
    </Frame>
  );
}
