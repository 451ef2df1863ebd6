/** The API reference: the published document as a page of ours, that asks nobody else for anything. */
import type { JSX } from "preact";
import { CodeBox, CodeTabs, highlight } from "../kit/code.js";
import { type ServedDocument, textOf } from "../kit/documents.js";
import { Icon } from "../kit/icons.js";
import type { Site } from "../kit/site.js";
import { Heading } from "./blocks.js";
import { Fields, objectAnchor, Rules, Type } from "./fields.js";
import { DocsFrame, Entry, MenuTitle } from "./frame.js";
import { DocumentMenu } from "./guide.js";
import { anchorOf, Inline, Markdown, readBlocks } from "./markdown.js";
import { REFERENCE_PATH } from "./menu.js";
import { FieldList, Method, OperationView } from "./operation.js";
import type { EventNotice, Group, ObjectType, Reference } from "./reference.js";
import { clientSamples } from "./samples.js";
import { REFERENCE_TEXT_PATH } from "./text.js";

type Props = { site: Site; reference: Reference; documents: readonly ServedDocument[] };

export function ReferencePage({ site, reference, documents }: Props): JSX.Element {
  return (
    <DocsFrame
      site={site}
      title={reference.title}
      description={`${reference.title}: sessions, escrows, milestones and signed events.`}
      markdownPath={REFERENCE_TEXT_PATH}
      path={REFERENCE_PATH}
      area="reference"
      menu={<Contents reference={reference} documents={documents} />}
    >
      <h1 class="text-3xl font-semibold tracking-tight">{reference.title}</h1>
      <p class="muted mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <span>
          Version <code class="code-inline">{reference.version}</code>
        </span>
        <span>
          Base URL <code class="code-inline">{reference.baseUrl}</code>
        </span>
        <a class="link link-primary font-medium" href={site.urls.openApi}>
          OpenAPI 3.1
        </a>
      </p>
      <div class="mt-6">
        <Markdown text={reference.introduction} headings={2} />
      </div>
      <Clients baseUrl={reference.baseUrl} />
      {reference.groups.map((group) => (
        <GroupView group={group} reference={reference} isSandbox={site.isSandbox} />
      ))}
      <Objects objects={reference.objects} />
    </DocsFrame>
  );
}

const CLIENTS = "Clients";

/** What the examples below begin with, in each language. */
const Clients = ({ baseUrl }: { baseUrl: string }): JSX.Element => (
  <section aria-labelledby={anchorOf(CLIENTS)} class="mt-10 max-w-3xl">
    <Heading level={2} id={anchorOf(CLIENTS)} text={CLIENTS} class="text-xl font-semibold tracking-tight" />
    <p class="mt-3 mb-2 max-w-prose leading-relaxed">
      The packages for TypeScript, PHP and Python try again by themselves when the network fails, follow the event feed,
      and verify webhooks.{" "}
      <a class="link link-primary" href="/docs/guides/quick-start">
        Quick start
      </a>{" "}
      says how to install them. Begin with the key of your account; the examples below go on from there.
    </p>
    <CodeTabs
      name="client"
      label="A client"
      samples={clientSamples(baseUrl).map(({ language, code }) => ({ language, code: highlight(code) }))}
    />
  </section>
);

const WEBHOOKS = "Webhooks";
const OBJECTS = "Objects";

type GroupProps = { group: Group; reference: Reference; isSandbox: boolean };

function GroupView({ group, reference, isSandbox }: GroupProps): JSX.Element {
  return (
    <section aria-labelledby={anchorOf(group.name)} class="mt-14">
      <Heading level={2} id={anchorOf(group.name)} text={group.name} class="text-2xl font-semibold tracking-tight" />
      <div class="mt-3 mb-6">
        <Markdown text={group.description} />
      </div>
      {group.operations.map((operation) => (
        <OperationView operation={operation} isSandbox={isSandbox} />
      ))}
      {group.name === WEBHOOKS ? <Events reference={reference} /> : null}
    </section>
  );
}

function Events({ reference: { events, eventHeaders } }: { reference: Reference }): JSX.Element {
  return (
    <>
      <div class="max-w-prose">
        <FieldList title="Headers" fields={eventHeaders} level={3} />
      </div>
      <h3 class="mt-8 text-sm font-semibold">Bodies</h3>
      <div class="panel mt-3 divide-y divide-base-300">
        {events.map((event) => (
          <Event event={event} />
        ))}
      </div>
    </>
  );
}

const Event = ({ event: { type, when, example } }: { event: EventNotice }): JSX.Element => (
  <details class="group">
    <summary class="flex cursor-pointer list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
      <span class="min-w-0 flex-1">
        <code class="block font-mono text-sm font-semibold [overflow-wrap:anywhere]">{type}</code>
        <span class="muted block text-sm">
          <Inline text={when} />
        </span>
      </span>
      <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
    </summary>
    <div class="px-4 pb-4">
      <CodeBox label={`Body: ${type}`}>{highlight(JSON.stringify(example, null, 2))}</CodeBox>
    </div>
  </details>
);

function Objects({ objects }: { objects: readonly ObjectType[] }): JSX.Element {
  return (
    <section aria-labelledby={anchorOf(OBJECTS)} class="mt-14">
      <Heading level={2} id={anchorOf(OBJECTS)} text={OBJECTS} class="text-2xl font-semibold tracking-tight" />
      <div class="mt-4 gap-8 xl:columns-2">
        {objects.map((object) => (
          <ObjectView object={object} />
        ))}
      </div>
    </section>
  );
}

function ObjectView({ object }: { object: ObjectType }): JSX.Element {
  const id = objectAnchor(object.name);
  return (
    <section class="break-inside-avoid border-t border-base-300 py-6">
      <Heading level={3} id={id} text={object.name} class="font-semibold" />
      <p class="muted mt-1 text-sm leading-relaxed">
        <Inline text={object.description} />{" "}
        {object.fields.length > 0 ? null : (
          <>
            A <Type type={object.type} />. {object.rules.length === 0 ? null : <Rules rules={object.rules} />}
          </>
        )}
      </p>
      {object.fields.length === 0 ? null : <Fields fields={object.fields} />}
    </section>
  );
}

/** The sections of the page, and below them the guides. */
function Contents({ reference, documents }: Omit<Props, "site">): JSX.Element {
  const headings = readBlocks(reference.introduction).flatMap((block) => (block.kind === "heading" ? [block] : []));
  return (
    <>
      <MenuTitle>Introduction</MenuTitle>
      <ul class="mt-1.5 mb-5 space-y-0.5">
        {headings.map(({ id, spans }) => (
          <Entry href={`#${id}`} label={textOf(spans)} />
        ))}
        <Entry href={`#${anchorOf(CLIENTS)}`} label={CLIENTS} />
      </ul>
      {reference.groups.map((group) => (
        <>
          <MenuTitle>
            <a class="link-hover link" href={`#${anchorOf(group.name)}`}>
              {group.name}
            </a>
          </MenuTitle>
          <ul class="mt-1.5 mb-5 space-y-0.5">
            {group.operations.map(({ id, summary, method }) => (
              <Entry href={`#${id}`} label={summary}>
                <Method method={method} />
              </Entry>
            ))}
          </ul>
        </>
      ))}
      <p class="mb-5 font-semibold">
        <a class="link-hover link" href={`#${anchorOf(OBJECTS)}`}>
          {OBJECTS}
        </a>
      </p>
      <DocumentMenu documents={documents} current={REFERENCE_PATH} />
    </>
  );
}
