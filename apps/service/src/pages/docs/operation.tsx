/** One call: what it takes, what it answers, and a line to paste. */

import { API_PATH } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import { CodeBox, CodeTabs, highlight } from "../kit/code.js";
import { Heading } from "./blocks.js";
import { Fields, Type } from "./fields.js";
import { Inline, Markdown } from "./markdown.js";
import type { Operation } from "./reference.js";
import { samplesOf } from "./samples.js";

type Props = { operation: Operation; isSandbox: boolean };

export function OperationView({ operation, isSandbox }: Props): JSX.Element {
  const { id, method, path, summary, description, parameters, body } = operation;
  return (
    <section class="grid gap-x-8 gap-y-5 border-t border-base-300 py-8 xl:grid-cols-2">
      <div class="min-w-0">
        <Heading level={3} id={id} text={summary} class="text-lg font-semibold tracking-tight" />
        <p class="mt-1.5 flex items-baseline gap-2">
          <Method method={method} />
          <code class="font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
        </p>
        <div class="mt-3">
          <Markdown text={description} />
        </div>
        <FieldList title="Parameters" fields={parameters} />
        <FieldList title="Body" fields={body} />
        <Answers operation={operation} />
      </div>
      <div class="min-w-0 space-y-4">
        <Request operation={operation} />
        {isSandbox && operation.request.isKeyed ? <Call operation={operation} /> : null}
        <Example title={`Response ${operation.answer.status}`}>
          <CodeBox label={`Response: ${summary}`}>
            {highlight(JSON.stringify(operation.answer.example, null, 2))}
          </CodeBox>
        </Example>
      </div>
    </section>
  );
}

const METHOD_TONES = { GET: "text-info", POST: "text-success" } as const;

export const Method = ({ method }: { method: Operation["method"] }): JSX.Element => (
  <span class={`font-mono text-xs font-semibold ${METHOD_TONES[method]}`}>{method}</span>
);

type FieldListProps = { title: string; fields: Operation["body"]; level?: 3 | 4 };

export function FieldList({ title, fields, level = 4 }: FieldListProps): JSX.Element | null {
  if (fields.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading class="mt-6 text-sm font-semibold">{title}</Heading>
      <Fields fields={fields} />
    </>
  );
}

function Answers({ operation: { answer, refusals } }: { operation: Operation }): JSX.Element {
  return (
    <>
      <h4 class="mt-6 text-sm font-semibold">Answers</h4>
      <dl class="mt-2 space-y-1 text-sm">
        <Answer status={answer.status} tone="text-success">
          <Type type={answer.type} />
        </Answer>
        {refusals.map(({ status, description }) => (
          <Answer status={status} tone="text-error">
            <Inline text={description} />
          </Answer>
        ))}
      </dl>
    </>
  );
}

const Answer = ({ status, tone, children }: { status: string; tone: string; children: ComponentChildren }) => (
  <div class="flex gap-3">
    <dt class={`w-11 shrink-0 font-mono text-[0.8125rem] font-semibold ${tone}`}>{status}</dt>
    <dd class="muted min-w-0">{children}</dd>
  </div>
);

function Example({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <p class="muted mb-1.5 text-xs font-medium">{title}</p>
      {children}
    </div>
  );
}

/** In every language that has a package with this call; the API itself is called from all. */
function Request({ operation }: { operation: Operation }): JSX.Element {
  const samples = samplesOf(operation);
  const label = `Request: ${operation.summary}`;
  const [only] = samples;
  if (samples.length === 1 && only !== undefined)
    return (
      <Example title="Request">
        <CodeBox label={label}>{highlight(only.code)}</CodeBox>
      </Example>
    );
  return (
    <CodeTabs
      name={`request-${operation.id}`}
      label={label}
      samples={samples.map(({ language, code }) => ({ language, code: highlight(code) }))}
    />
  );
}

/** Sends it from the page, to the sandbox that the page is of. Without scripts it is never seen. */
function Call({ operation: { id, method, summary, request } }: { operation: Operation }): JSX.Element {
  return (
    <details hidden data-call class="panel">
      <summary class="cursor-pointer px-4 py-3 text-sm font-medium">
        Try it<span class="sr-only">: {summary}</span>
      </summary>
      <form class="space-y-3 px-4 pb-4 text-sm" data-method={method} data-base={API_PATH}>
        <CallField id={`${id}-key`} label="Sandbox API key">
          <input id={`${id}-key`} name="key" type="password" class="input w-full" autocomplete="off" required />
        </CallField>
        <CallField id={`${id}-path`} label={`${method} ${API_PATH}`}>
          <input
            id={`${id}-path`}
            name="path"
            class="input w-full font-mono"
            value={request.path}
            autocomplete="off"
            spellcheck={false}
            required
          />
        </CallField>
        {request.body === undefined ? null : (
          <CallField id={`${id}-body`} label="Body">
            <textarea id={`${id}-body`} name="body" class="field font-mono" rows={6} spellcheck={false}>
              {JSON.stringify(request.body, null, 2)}
            </textarea>
          </CallField>
        )}
        <div class="flex items-center gap-3">
          <button type="submit" class="btn btn-primary btn-sm">
            Send
          </button>
          <p class="font-medium" role="status" />
        </div>
        <pre hidden class="code-block" role="group" aria-label={`Answer: ${summary}`} tabIndex={0} />
      </form>
    </details>
  );
}

const CallField = ({ id, label, children }: { id: string; label: string; children: ComponentChildren }) => (
  <div>
    <label class="muted mb-1 block text-xs font-medium" for={id}>
      {label}
    </label>
    {children}
  </div>
);
