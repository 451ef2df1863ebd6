/** The form that adds an endpoint, and the answer to it. */
import type { JSX } from "preact";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { Say } from "../../../kit/say.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { ShownOnce } from "../../once.js";
import { newEndpointWords } from "../endpoints/words.js";
import { type Chosen, EventTypes } from "../event-types.js";
import { partWords } from "../words.js";

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
  const { home, csrf, site, locale } = context;
  const words = newEndpointWords(locale);
  const problem = problems.url ?? null;
  return (
    <Frame context={context} title={words.title} entry="/webhooks">
      <PageHead
        title={words.title}
        up={{ href: `${home}/webhooks`, label: partWords(locale).webhooks }}
        lead={words.lead}
      />
      <form method="post" action={`${home}/webhooks/new`} class="panel mb-6 p-4 sm:p-5">
        <input type="hidden" name="csrf" value={csrf} />
        <Field
          label="URL"
          name="url"
          hint={site.isSandbox ? `${words.urlHint} ${words.listen({ command: "holdfast listen" })}` : words.urlHint}
          problem={problem}
        >
          <input
            {...described("url", { hasHint: true, problem })}
            class="input w-full"
            type="text"
            inputMode="url"
            autocapitalize="none"
            spellcheck={false}
            maxLength={maxLengthFor(2048)}
            required
            value={typed.url}
            placeholder="https://shop.example/hooks/holdfast"
            autocomplete="off"
          />
        </Field>
        <EventTypes chosen={typed.chosen} problem={problems.types ?? null} />
        <button type="submit" class="btn btn-primary">
          {words.add}
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
  const words = newEndpointWords(context.locale);
  const parts = partWords(context.locale);
  const path = `${context.home}/webhooks/${endpoint.name}`;
  return (
    <Frame context={context} title={words.added} entry="/webhooks">
      <PageHead
        title={words.added}
        up={{ href: `${context.home}/webhooks`, label: parts.webhooks }}
        lead={<Given text={endpoint.url} lines={3} />}
      />
      <ShownOnce label={parts.secret} value={secret} showsAgain>
        <Say text={words.secretText} prefix={<code class="code-inline">whsec_</code>} />
      </ShownOnce>
      <Section title={words.next} lead={words.nextLead}>
        <div class="flex flex-wrap gap-2">
          <form method="post" action={`${path}/ping`}>
            <input type="hidden" name="csrf" value={context.csrf} />
            <button type="submit" class="btn btn-primary">
              <Icon name="send" class="size-4" />
              {words.sendTest}
            </button>
          </form>
          <a class="btn" href={path}>
            {words.view}
          </a>
        </div>
      </Section>
    </Frame>
  );
}
