/** The first hour: a key, a session and a webhook, each ticked off by what really happened. */
import type { ComponentChildren, JSX } from "preact";
import type { Begun } from "../../../store/read/console/start.js";
import type { EndpointRow } from "../../../store/read/webhooks/endpoints.js";
import { placeOf } from "../../../words/format.js";
import { Code } from "../../kit/code.js";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Say } from "../../kit/say.js";
import { NO_KEY, sessionSnippets } from "../../kit/session-snippets.js";
import { ButtonForm, described, Field, Notice, PageHead, PulsingDot } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { escrowUrl, sessionsUrl } from "../links.js";
import { NewsStatus } from "../news.js";
import { CopyButton, ShownOnce } from "../once.js";
import type { Start } from "./load.js";
import { listenLine, NO_SECRET, receiverSnippets } from "./snippets.js";
import { SnippetTabs } from "./tabs.js";
import { startWords } from "./words.js";

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
const waits = ({ context, begun, apiKey, secret }: StartProps): boolean =>
  !(isDone(begun) && (begun.firstPaid !== null || !context.site.isSandbox)) &&
  apiKey === undefined &&
  secret === undefined;

const RELOAD_SECONDS = 15;

export function StartPage(props: StartProps): JSX.Element {
  const { context, begun, form, said } = props;
  const words = startWords(context.locale);
  const path = `${context.home}/start`;
  const news = said === "kept" || said === "pinged" ? words[`said_${said}`] : undefined;
  return (
    <Frame
      context={context}
      title={words.title}
      entry="/start"
      waiting={waits(props) ? { path, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead title={words.title} lead={words.lead} />
      {isDone(begun) ? <Finished home={context.home} /> : null}
      {news === undefined || isOver(said, begun) ? null : <Notice tone="note">{news}</Notice>}
      <FirstOrder context={context} begun={begun} form={form} />
      <ol class="space-y-4">
        <KeyStep {...props} />
        <SessionStep {...props} />
        <WebhookStep {...props} />
      </ol>
      {waits(props) ? <News path={path} version={props.version} /> : null}
    </Frame>
  );
}

function Finished({ home }: { home: string }): JSX.Element {
  const words = useWords(startWords);
  return (
    <Notice tone="good">
      <Say
        text={words.finished}
        reference={<TextLink href="/docs">{words.reference}</TextLink>}
        orders={<TextLink href={`${home}/escrows`}>{words.orders}</TextLink>}
        colleagues={<TextLink href={`${home}/team`}>{words.colleagues}</TextLink>}
      />
    </Notice>
  );
}

/** The one next step of people who don't write code: a first order, and then its delivery. */
function FirstOrder({ context, begun, form }: Pick<StartProps, "context" | "begun" | "form">): JSX.Element | null {
  const words = useWords(startWords);
  const { firstPaid } = begun;
  if (!context.may("handleOrders")) return null;
  if (context.site.isSandbox && firstPaid === null) {
    return (
      <NextStep title={words.testOrder} text={words.testOrderText}>
        <TestOrderForm context={context} form={form}>
          <button type="submit" class="btn btn-primary">
            <Icon name="external-link" class="size-4" />
            {words.openTestOrder}
          </button>
        </TestOrderForm>
        <CreateLink context={context} class="btn" />
      </NextStep>
    );
  }
  if (firstPaid?.isDelivered === false) {
    return (
      <NextStep title={words.firstPaid} text={words.firstPaidText}>
        <a class="btn btn-primary" href={escrowUrl(context, firstPaid.id)}>
          {words.openOrder}
        </a>
      </NextStep>
    );
  }
  if (begun.hasSession) return null;
  return (
    <NextStep title={words.byHand} text={words.byHandText}>
      <CreateLink context={context} />
    </NextStep>
  );
}

/** Opens a test order beside the page. @param props.form see {@link Start}; the button is inside. */
export const TestOrderForm = ({
  context,
  form,
  children,
}: {
  context: ConsoleContext;
  form: string;
  children: ComponentChildren;
}): JSX.Element => (
  <form method="post" action={`${context.home}/start/test-order`} target="_blank" rel="noopener">
    <input type="hidden" name="csrf" value={context.csrf} />
    <input type="hidden" name="form" value={form} />
    {children}
  </form>
);

const NextStep = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ComponentChildren;
}): JSX.Element => (
  <section class="panel mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-primary/40 p-4 sm:p-5">
    <div class="min-w-0 flex-1 basis-72">
      <h2 class="font-semibold">{title}</h2>
      <p class="mt-1 text-sm leading-relaxed">{text}</p>
    </div>
    <div class="flex flex-wrap gap-2">{children}</div>
  </section>
);

export const CreateLink = ({
  context,
  class: classes = "btn btn-primary",
}: {
  context: ConsoleContext;
  class?: string;
}): JSX.Element => (
  <a class={classes} href={`${sessionsUrl(context)}/new`}>
    <Icon name="plus" class="size-4" />
    {useWords(startWords).createLink}
  </a>
);

const TextLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a class="link link-primary" href={href}>
    {children}
  </a>
);

/** A step: what it is, whether it is done, and what to do for it. */
function Step(props: { number: number; id: string; title: string; done: boolean; children: ComponentChildren }) {
  const { number, id, title, done, children } = props;
  const words = useWords(startWords);
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
          <span class={done ? "text-sm font-medium text-success" : "sr-only"}>
            {done ? ` · ${words.done}` : ` (${words.toDo})`}
          </span>
        </h2>
        <div class="mt-1 space-y-4 text-sm leading-relaxed">{children}</div>
      </div>
    </li>
  );
}

function KeyStep({ context, begun, apiKey, problem }: StartProps): JSX.Element {
  const { home, csrf } = context;
  const words = useWords(startWords);
  return (
    <Step number={1} id="key" title={words.key} done={begun.hasKey}>
      {apiKey !== undefined ? (
        <ShownOnce label={words.apiKey} value={apiKey}>
          {words.keyInCode}
        </ShownOnce>
      ) : begun.hasKey ? (
        <p>
          <Say text={words.keyLost} another={<TextLink href={`${home}/keys`}>{words.another}</TextLink>} />
        </p>
      ) : context.may("develop") ? (
        <>
          <p>{words.keyUse}</p>
          <ButtonForm
            action={`${home}/start`}
            csrf={csrf}
            label={words.createKey}
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
  const words = useWords(startWords);
  return (
    <Step number={2} id="session" title={words.session} done={begun.hasSession}>
      <p>
        <Say
          text={words.sessionIs}
          url={<code class="code-inline">url</code>}
          header={<code class="code-inline">Idempotency-Key</code>}
        />
      </p>
      <SnippetTabs
        name="session-language"
        label={words.firstSession}
        snippets={sessionSnippets({ base, key: apiKey ?? NO_KEY })}
      />
      {apiKey === undefined ? null : (
        <p>
          {/* Another address than that of the answer to the form: with a `#` alone it would only be scrolled to. */}
          <a class="btn" href={`${context.home}/start?said=kept`}>
            {words.keySaved}
          </a>
        </p>
      )}
      {begun.hasSession ? (
        <p>
          <TextLink href={`${context.home}/sessions`}>{words.viewSessions}</TextLink>
        </p>
      ) : null}
    </Step>
  );
}

function WebhookStep(props: StartProps): JSX.Element {
  const { context, begun, endpoints, apiKey, secret } = props;
  const newest = endpoints.at(-1);
  const words = useWords(startWords);
  return (
    <Step number={3} id="webhook" title={words.webhook} done={begun.hasDelivery || begun.followsFeed}>
      <p>
        <Say text={words.webhookIs} headers={<code class="code-inline">webhook-*</code>} />
      </p>
      <SnippetTabs name="hooks-language" label={words.receiver} snippets={receiverSnippets(secret ?? NO_SECRET)} />
      {secret === undefined ? null : (
        <ShownOnce label={words.secret} value={secret}>
          {words.secretInCode}
        </ShownOnce>
      )}
      {newest === undefined ? null : <Registered context={context} endpoint={newest} />}
      {context.may("develop") && newest === undefined ? <EndpointForm {...props} /> : null}
      {context.may("develop") ? <Listen apiKey={apiKey} /> : <ForDevelopers />}
    </Step>
  );
}

function Registered({ context, endpoint }: { context: ConsoleContext; endpoint: EndpointRow }): JSX.Element {
  const words = useWords(startWords);
  const { url, status, consecutive_failures: failures } = endpoint;
  const isDisabled = status === "DISABLED";
  const text = isDisabled ? words.eventsDisabled : failures > 0 ? words.eventsFail : words.eventsGo;
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p class="min-w-0 [overflow-wrap:anywhere]">
        <Say text={text} times={failures} host={<span class="font-medium">{placeOf(url) ?? url}</span>} />
      </p>
      {context.may("develop") && !isDisabled ? (
        <ButtonForm
          action={`${context.home}/start`}
          csrf={context.csrf}
          label={words.sendTest}
          icon="send"
          class="btn btn-primary"
          fields={{ step: "ping" }}
        />
      ) : null}
      <TextLink href={`${context.home}/webhooks`}>{words.endpoints}</TextLink>
    </div>
  );
}

function EndpointForm({ context, problem }: StartProps): JSX.Element {
  const words = useWords(startWords);
  const wrong = problem?.step === "endpoint" ? problem : null;
  return (
    <form method="post" action={`${context.home}/start#webhook`}>
      <input type="hidden" name="csrf" value={context.csrf} />
      <input type="hidden" name="step" value="endpoint" />
      <Field label={words.url} name="url" hint={words.urlHint} problem={wrong?.text}>
        <input
          {...described("url", { hasHint: true, problem: wrong?.text })}
          type="text"
          inputMode="url"
          autocapitalize="none"
          spellcheck={false}
          class="input w-full"
          placeholder="https://shop.example/hooks"
          required
          maxLength={maxLengthFor(2000)}
          value={wrong?.url ?? ""}
          autocomplete="off"
        />
      </Field>
      <button type="submit" class="btn btn-primary">
        <Icon name="webhook" class="size-4" />
        {words.addEndpoint}
      </button>
    </form>
  );
}

function Listen({ apiKey }: { apiKey: string | undefined }): JSX.Element {
  const words = useWords(startWords);
  const line = listenLine(apiKey ?? NO_KEY);
  return (
    <details>
      <summary class="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary">
        {words.listen}
      </summary>
      <div class="mt-2 space-y-2">
        <p>{words.listenText}</p>
        <Code label={words.forwarding}>{line}</Code>
        <CopyButton text={line} label={words.theLine} />
      </div>
    </details>
  );
}

const ForDevelopers = (): JSX.Element => <p class="muted">{useWords(startWords).forDevelopers}</p>;

const Problem = ({ text }: { text: string }): JSX.Element => (
  <p class="text-error" role="alert">
    {text}
  </p>
);

const News = ({ path, version }: { path: string; version: string }): JSX.Element => (
  <p class="muted mt-4 flex items-center gap-2.5 text-sm">
    <PulsingDot />
    <NewsStatus path={path} version={version} />
  </p>
);
