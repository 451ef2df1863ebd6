/** The form that adds an endpoint, and the answer to it. */
import type { JSX } from "preact";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { ShownOnce } from "../../once.js";
import { type Chosen, EventTypes } from "../event-types.js";

type TypedEndpoint = { readonly url: string; readonly chosen: Chosen };
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
        lead="Receives new events only. We show its signing secret after you add it."
      />
      <form method="post" action={`${home}/webhooks/new`} class="panel mb-6 p-4 sm:p-5">
        <input type="hidden" name="csrf" value={csrf} />
        <Field
          label="URL"
          name="url"
          hint={`Public HTTPS URL, on port 443 or 1024 to 65535.${
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
        Your server uses it to verify that an event is ours. The key is the whole text,{" "}
        <code class="code-inline">whsec_</code> included; a Standard Webhooks library takes it as it is.
      </ShownOnce>
      <Section title="Next" lead="Send a test event to see whether your server responds and accepts our signature.">
        <div class="flex flex-wrap gap-2">
          <form method="post" action={`${path}/ping`}>
            <input type="hidden" name="csrf" value={context.csrf} />
            <button type="submit" class="btn btn-primary">
              <Icon name="send" class="size-4" />
              Send test event
            </button>
          </form>
          <a class="btn" href={path}>
            View endpoint
          </a>
        </div>
      </Section>
    </Frame>
  );
}
