/** The API reference: the published document as a page of ours, that asks nobody else for anything. */
import type { JSX } from "preact";
import { JsonCode } from "../kit/code.js";
import { Document, Header, ModeMark } from "../kit/document.js";
import { Icon } from "../kit/icons.js";
import type { Site } from "../kit/site.js";
import { Fields, objectAnchor, Rules, Type } from "./fields.js";
import { anchorOf, Inline, Markdown, readBlocks } from "./markdown.js";
import { FieldList, Method, OperationView } from "./operation.js";
import type { EventNotice, Group, ObjectType, Reference } from "./reference.js";
import { REFERENCE_TEXT_PATH } from "./text.js";

export function ReferencePage({ site, reference }: { site: Site; reference: Reference }): JSX.Element {
  return (
    <Document
      site={site}
      title={reference.title}
      description={`${reference.title}: sessions, escrows, milestones and signed events.`}
      isPublic
      markdownPath={REFERENCE_TEXT_PATH}
    >
      <Header site={site} wide>
        <span class="flex items-center gap-4">
          <a class="link link-primary text-sm font-medium" href={site.urls.openApi}>
            OpenAPI 3.1
          </a>
          {site.isSandbox ? <ModeMark site={site} live="" /> : null}
        </span>
      </Header>
      <div class="mx-auto max-w-[90rem] lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Contents reference={reference} />
        <main id="main" class="min-w-0 px-4 py-8 sm:px-6 lg:px-10">
          <h1 class="text-3xl font-semibold tracking-tight">{reference.title}</h1>
          <p class="muted mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <span>
              Version <code class="code-inline">{reference.version}</code>
            </span>
            <span>
              Base URL <code class="code-inline">{reference.baseUrl}</code>
            </span>
          </p>
          <div class="mt-6">
            <Markdown text={reference.introduction} headings={2} />
          </div>
          {reference.groups.map((group) => (
            <GroupView group={group} reference={reference} />
          ))}
          <Objects objects={reference.objects} />
        </main>
      </div>
    </Document>
  );
}

const WEBHOOKS = "Webhooks";
const OBJECTS = "Objects";

function GroupView({ group, reference }: { group: Group; reference: Reference }): JSX.Element {
  return (
    <section aria-labelledby={anchorOf(group.name)} class="mt-14">
      <h2 id={anchorOf(group.name)} class="scroll-mt-6 text-2xl font-semibold tracking-tight">
        {group.name}
      </h2>
      <div class="mt-3 mb-6">
        <Markdown text={group.description} />
      </div>
      {group.operations.map((operation) => (
        <OperationView operation={operation} />
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
      <JsonCode label={`Body: ${type}`} value={example} />
    </div>
  </details>
);

function Objects({ objects }: { objects: readonly ObjectType[] }): JSX.Element {
  return (
    <section aria-labelledby={anchorOf(OBJECTS)} class="mt-14">
      <h2 id={anchorOf(OBJECTS)} class="scroll-mt-6 text-2xl font-semibold tracking-tight">
        {OBJECTS}
      </h2>
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
      <h3 id={id} class="scroll-mt-6 font-semibold">
        {object.name}
      </h3>
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

/** A menu on small screens, always in view beside the text on wide ones. */
function Contents({ reference }: { reference: Reference }): JSX.Element {
  const headings = readBlocks(reference.introduction).filter((block) => block.kind === "heading");
  return (
    <div class="border-base-300 bg-base-100 max-lg:border-b lg:border-r">
      <details class="docs-menu group lg:sticky lg:top-0">
        <summary class="flex cursor-pointer list-none items-center justify-between px-4 py-3 text-sm font-medium sm:px-6 supports-[selector(::details-content)]:lg:hidden [&::-webkit-details-marker]:hidden">
          Contents
          <Icon name="menu" />
        </summary>
        <nav aria-label="Contents" class="px-4 pb-6 text-sm sm:px-6 lg:max-h-dvh lg:overflow-y-auto lg:py-6">
          <p class="font-semibold">Introduction</p>
          <ul class="mt-1.5 mb-5 space-y-0.5">
            {headings.map(({ text }) => (
              <Entry href={`#${anchorOf(text)}`} label={text} />
            ))}
          </ul>
          {reference.groups.map((group) => (
            <>
              <p class="font-semibold">
                <a class="link-hover link" href={`#${anchorOf(group.name)}`}>
                  {group.name}
                </a>
              </p>
              <ul class="mt-1.5 mb-5 space-y-0.5">
                {group.operations.map((operation) => (
                  <Entry href={`#${operation.id}`} label={operation.summary} method={operation.method} />
                ))}
              </ul>
            </>
          ))}
          <p class="font-semibold">
            <a class="link-hover link" href={`#${anchorOf(OBJECTS)}`}>
              {OBJECTS}
            </a>
          </p>
        </nav>
      </details>
    </div>
  );
}

const Entry = ({ href, label, method }: { href: string; label: string; method?: "GET" | "POST" }): JSX.Element => (
  <li>
    <a class="-mx-2 flex items-baseline justify-between gap-2 rounded-md px-2 py-1 hover:bg-base-200" href={href}>
      <span class="muted">{label}</span>
      {method === undefined ? null : <Method method={method} />}
    </a>
  </li>
);
