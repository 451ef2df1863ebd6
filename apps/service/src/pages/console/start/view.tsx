/** The first hour: a key, a session and a webhook, each ticked off by what really happened. */
import type { ComponentChildren, JSX } from "preact";
import type { Begun } from "../../../store/read/console/start.js";
import type { EndpointRow } from "../../../store/read/webhooks/endpoints.js";
import { hostOf } from "../../../words/format.js";
import { Code } from "../../kit/code.js";
import { Icon } from "../../kit/icons.js";
import { ButtonForm, described, Field, Notice, PageHead, PulsingDot } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { NewsStatus } from "../news.js";
import { CopyButton, ShownOnce } from "../once.js";
import type { Start } from "./load.js";
import { listenLine, NO_KEY, NO_SECRET, receiverSnippets, sessionSnippets } from "./snippets.js";
import { SnippetTabs } from "./tabs.js";
import { SAID } from "./words.js";

export type StartProps = Start & {
  readonly context: ConsoleContext;
  readonly said?: string | undefined;
  /** What was made just now, and is shown this once. */
  readonly apiKey?: string;
  readonly secret?: string;
  readonly problem?: StartProblem;
};

type StartProblem =
  | { readonly step: "key"; readonly text: string }
  | { readonly step: "endpoint"; readonly text: string; readonly url: string };

/** What it announced has happened. */
const isOver = (said: string | undefined, { hasSession, hasDelivery }: Begun): boolean =>
  said === "kept" ? hasSession : hasDelivery;

const isDone = ({ hasKey, hasSession, hasDelivery, followsFeed }: Begun): boolean =>
  hasKey && hasSession && (hasDelivery || followsFeed);

/** A page that shows a secret is not loaded again by itself: the secret would be gone. */
const waits = ({ begun, apiKey, secret }: StartProps): boolean =>
  !isDone(begun) && apiKey === undefined && secret === undefined;

const RELOAD_SECONDS = 15;

export function StartPage(props: StartProps): JSX.Element {
  const { context, begun, said } = props;
  const path = `${context.home}/start`;
  const news = said !== undefined && Object.hasOwn(SAID, said) ? SAID[said] : undefined;
  return (
    <Frame
      context={context}
      title="Get started"
      entry="/start"
      waiting={waits(props) ? { path, reloadSeconds: RELOAD_SECONDS } : undefined}
      copies
    >
      <PageHead title="Get started" lead="Three steps, here or from your own code. Steps complete automatically." />
      {isDone(begun) ? <Finished home={context.home} /> : null}
      {news === undefined || isOver(said, begun) ? null : <Notice tone="note">{news}</Notice>}
      <ol class="space-y-4">
        <KeyStep {...props} />
        <SessionStep {...props} />
        <WebhookStep {...props} />
      </ol>
      {waits(props) ? <News path={path} version={props.version} /> : null}
    </Frame>
  );
}

const Finished = ({ home }: { home: string }): JSX.Element => (
  <Notice tone="good">
    You’re set up. Next: <TextLink href="/docs">the API reference</TextLink>,{" "}
    <TextLink href={`${home}/escrows`}>your orders</TextLink>,{" "}
    <TextLink href={`${home}/team`}>your colleagues</TextLink>.
  </Notice>
);

const TextLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a class="link link-primary" href={href}>
    {children}
  </a>
);

/** A step: what it is, whether it is done, and what to do for it. */
function Step(props: { number: number; id: string; title: string; done: boolean; children: ComponentChildren }) {
  const { number, id, title, done, children } = props;
  return (
    <li class="panel flex flex-col gap-x-4 gap-y-3 p-4 sm:flex-row sm:p-5" id={id}>
      <span
        class={`grid size-9 shrink-0 place-items-center rounded-full font-semibold ${done ? "bg-success/10 text-success" : "bg-primary/10 text-primary"}`}
        aria-hidden="true"
      >
        {done ? <Icon name="check" /> : number}
      </span>
      <div class="min-w-0 flex-1">
        <h2 class="font-semibold sm:leading-9">
          {title}
          <span class={done ? "text-sm font-medium text-success" : "sr-only"}>{done ? " · done" : " (to do)"}</span>
        </h2>
        <div class="mt-1 space-y-4 text-sm leading-relaxed">{children}</div>
      </div>
    </li>
  );
}

function KeyStep({ context, begun, apiKey, problem }: StartProps): JSX.Element {
  const { home, csrf } = context;
  return (
    <Step number={1} id="key" title="Create an API key" done={begun.hasKey}>
      {apiKey !== undefined ? (
        <ShownOnce label="API key" value={apiKey}>
          It is already in the code below. Store it where your server reads its secrets.
        </ShownOnce>
      ) : begun.hasKey ? (
        <p>
          Your server signs its requests with it. Lost it? <TextLink href={`${home}/keys`}>Create another</TextLink> and
          revoke the old one.
        </p>
      ) : context.may("develop") ? (
        <>
          <p>Your server signs its requests with it. It is shown once.</p>
          <ButtonForm
            action={`${home}/start`}
            csrf={csrf}
            label="Create a key"
            icon="key-round"
            class="btn btn-primary"
            fields={{ step: "key" }}
          />
        </>
      ) : (
        <ForDevelopers />
      )}
      {problem?.step === "key" ? <Problem text={problem.text} /> : null}
    </Step>
  );
}

function SessionStep({ context, begun, base, apiKey }: StartProps): JSX.Element {
  return (
    <Step number={2} id="session" title="Create a session" done={begun.hasSession}>
      <p>
        A session is an order with a page on which your buyer pays; its address is the{" "}
        <code class="code-inline">url</code> of the answer. Run the lines again: the same{" "}
        <code class="code-inline">Idempotency-Key</code> gives the same session.
      </p>
      <SnippetTabs
        name="session-language"
        label="A first session"
        snippets={sessionSnippets({ base, key: apiKey ?? NO_KEY })}
      />
      {apiKey === undefined ? null : (
        <p>
          {/* Another address than that of the answer to the form: with a `#` alone it would only be scrolled to. */}
          <a class="btn" href={`${context.home}/start?said=kept`}>
            I’ve saved the key: continue
          </a>
        </p>
      )}
      {begun.hasSession ? (
        <p>
          <TextLink href={`${context.home}/sessions`}>View your sessions</TextLink>
        </p>
      ) : null}
    </Step>
  );
}

function WebhookStep(props: StartProps): JSX.Element {
  const { context, begun, endpoints, apiKey, secret } = props;
  const newest = endpoints.at(-1);
  return (
    <Step number={3} id="webhook" title="Receive a webhook" done={begun.hasDelivery || begun.followsFeed}>
      <p>
        Events are posted to your server as they happen, signed so you can verify they're ours. This is a receiver; any
        Standard Webhooks library verifies our <code class="code-inline">webhook-*</code> headers, too:
      </p>
      <SnippetTabs name="hooks-language" label="A receiver" snippets={receiverSnippets(secret ?? NO_SECRET)} />
      {secret === undefined ? null : (
        <ShownOnce label="Signing secret" value={secret}>
          It is already in the code above. Start your receiver with it, then send it a test event.
        </ShownOnce>
      )}
      {newest === undefined ? null : <Registered context={context} endpoint={newest} />}
      {context.may("develop") && newest === undefined ? <EndpointForm {...props} /> : null}
      {context.may("develop") ? <Listen apiKey={apiKey} /> : <ForDevelopers />}
    </Step>
  );
}

const Registered = ({ context, endpoint }: { context: ConsoleContext; endpoint: EndpointRow }): JSX.Element => (
  <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p class="min-w-0 [overflow-wrap:anywhere]">
      Events go to <span class="font-medium">{hostOf(endpoint.url) ?? endpoint.url}</span>
      {endpoint.status === "DISABLED"
        ? ", which is disabled."
        : endpoint.consecutive_failures > 0
          ? `, which did not answer with 2xx (${endpoint.consecutive_failures} in a row).`
          : "."}
    </p>
    {context.may("develop") && endpoint.status === "ENABLED" ? (
      <ButtonForm
        action={`${context.home}/start`}
        csrf={context.csrf}
        label="Send a test event"
        icon="send"
        class="btn btn-primary"
        fields={{ step: "ping" }}
      />
    ) : null}
    <TextLink href={`${context.home}/webhooks`}>Endpoints and their deliveries</TextLink>
  </div>
);

function EndpointForm({ context, problem }: StartProps): JSX.Element {
  const wrong = problem?.step === "endpoint" ? problem : null;
  return (
    <form method="post" action={`${context.home}/start#webhook`}>
      <input type="hidden" name="csrf" value={context.csrf} />
      <input type="hidden" name="step" value="endpoint" />
      <Field
        label="Your receiver's URL"
        name="url"
        hint="Public HTTPS URL. It receives every event type; you can change that under Webhooks."
        problem={wrong?.text}
      >
        <input
          {...described("url", { hasHint: true, problem: wrong?.text })}
          type="url"
          class="input w-full"
          placeholder="https://shop.example/hooks"
          required
          maxLength={2000}
          value={wrong?.url ?? ""}
          autocomplete="off"
          spellcheck={false}
        />
      </Field>
      <button type="submit" class="btn btn-primary">
        <Icon name="webhook" class="size-4" />
        Add endpoint
      </button>
    </form>
  );
}

function Listen({ apiKey }: { apiKey: string | undefined }): JSX.Element {
  const line = listenLine(apiKey ?? NO_KEY);
  return (
    <details>
      <summary class="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary">
        Not reachable from outside? Forward events to localhost
      </summary>
      <div class="mt-2 space-y-2">
        <p>
          Where Holdfast is checked out, this forwards every new event to your receiver. It prints a signing secret of
          its own.
        </p>
        <Code label="Forwarding events">{line}</Code>
        <CopyButton text={line} label="the line that forwards events" />
      </div>
    </details>
  );
}

const ForDevelopers = (): JSX.Element => <p class="muted">An owner or a developer of this account can do this.</p>;

const Problem = ({ text }: { text: string }): JSX.Element => (
  <p class="text-error" role="alert">
    {text}
  </p>
);

const News = ({ path, version }: { path: string; version: string }): JSX.Element => (
  <p class="muted mt-4 flex items-center gap-2.5 text-sm">
    <PulsingDot />
    <NewsStatus path={path} version={version} stopped="Updates have stopped. Reload the page.">
      Updates automatically
    </NewsStatus>
  </p>
);
