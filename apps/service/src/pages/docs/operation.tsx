/** One call: what it takes, what it answers, and a line to paste. */
import type { ComponentChildren, JSX } from "preact";
import { Code, JsonCode } from "../kit/code.js";
import { Fields, Type } from "./fields.js";
import { Inline, Markdown } from "./markdown.js";
import type { Operation } from "./reference.js";

export function OperationView({ operation }: { operation: Operation }): JSX.Element {
  const { id, method, path, summary, description, parameters, body } = operation;
  return (
    <section class="grid gap-x-8 gap-y-5 border-t border-base-300 py-8 xl:grid-cols-2">
      <div class="min-w-0">
        <h3 id={id} class="scroll-mt-6 text-lg font-semibold tracking-tight">
          {summary}
        </h3>
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
        <Example title="Request">
          <Code label={`Request: ${summary}`}>{operation.curl}</Code>
        </Example>
        <Example title={`Response ${operation.answer.status}`}>
          <JsonCode label={`Response: ${summary}`} value={operation.answer.example} />
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
