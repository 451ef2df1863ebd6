/** A guide, a list to look things up in, or a runbook, as a page; and the page that lists all of them. */
import type { JSX } from "preact";
import { type ServedDocument, textOf } from "../kit/documents.js";
import { operatorName, titled } from "../kit/operator.js";
import type { Site } from "../kit/site.js";
import { Blocks } from "./blocks.js";
import { DocsFrame, Entry, MenuTitle } from "./frame.js";
import { GUIDES_PATH, type MenuGroup, menuOf, pageOf, READERS } from "./menu.js";

type Props = { readonly site: Site; readonly document: ServedDocument; readonly documents: readonly ServedDocument[] };

export function GuidePage({ site, document, documents }: Props): JSX.Element {
  const path = pageOf(document);
  const { title, summary, blocks } = document;
  return (
    <DocsFrame
      site={site}
      title={titled(title)}
      description={summary === "" ? title : summary}
      markdownPath={`${path}.md`}
      path={path}
      area="guides"
      menu={<DocumentMenu documents={documents} current={path} />}
      aside={<OnThisPage document={document} />}
    >
      <article class="max-w-3xl">
        <h1 class="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <div class="mt-5">
          <Blocks blocks={blocks} name="code" />
        </div>
        <Neighbours documents={documents} current={path} />
      </article>
    </DocsFrame>
  );
}

export const DocumentMenu = ({
  documents,
  current,
}: {
  documents: readonly ServedDocument[];
  current: string;
}): JSX.Element => (
  <>
    {menuOf(documents).map((group) => (
      <>
        <MenuTitle>{group.title}</MenuTitle>
        <ul class="mt-1.5 mb-5 space-y-0.5">
          {group.documents.map((one) => (
            <Entry href={pageOf(one)} label={one.title} isCurrent={pageOf(one) === current} />
          ))}
        </ul>
      </>
    ))}
  </>
);

/** The sections of the page, beside it where there is room. */
function OnThisPage({ document: { path, blocks } }: { document: ServedDocument }): JSX.Element {
  const sections = blocks.flatMap((block) => (block.kind === "heading" && block.level === 2 ? [block] : []));
  return (
    <aside aria-label="On this page" class="max-xl:hidden">
      <div class="sticky top-0 max-h-dvh overflow-y-auto px-6 py-8 text-sm">
        <nav aria-label="On this page" data-contents>
          {sections.length === 0 ? null : <MenuTitle>On this page</MenuTitle>}
          <ul class="mt-1.5 mb-5 space-y-0.5">
            {sections.map(({ id, spans }) => (
              <Entry href={`#${id}`} label={textOf(spans)} />
            ))}
          </ul>
        </nav>
        <a class="link link-primary" href={`/docs/${path}`}>
          View as Markdown
        </a>
      </div>
    </aside>
  );
}

function Neighbours({ documents, current }: { documents: readonly ServedDocument[]; current: string }) {
  const all = menuOf(documents).flatMap((group) => group.documents);
  const at = all.findIndex((one) => pageOf(one) === current);
  const next = all[at + 1];
  if (next === undefined) return null;
  return (
    <p class="mt-12 border-t border-base-300 pt-6 text-sm">
      <span class="muted">Next: </span>
      <a class="link link-primary font-medium" href={pageOf(next)}>
        {next.title}
      </a>
    </p>
  );
}

export function GuidesPage({ site, documents }: Omit<Props, "document">): JSX.Element {
  return (
    <DocsFrame
      site={site}
      title={titled("Guides")}
      description={`How to take payments with ${operatorName()}: from a first call to a shop, and to a service of your own.`}
      path={GUIDES_PATH}
      area="guides"
      menu={<DocumentMenu documents={documents} current={GUIDES_PATH} />}
    >
      <h1 class="text-3xl font-semibold tracking-tight">Guides</h1>
      <p class="muted mt-3 max-w-prose text-lg leading-relaxed">
        From a first call to a shop that takes payments, and to a service of your own.
      </p>
      <p class="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        {Object.entries(READERS).map(([reader, title]) => (
          <a class="link link-primary font-medium" href={`#${reader}`}>
            {title}
          </a>
        ))}
      </p>
      {Object.entries(READERS).map(([reader, title]) => (
        <section aria-labelledby={reader} class="mt-12 border-t border-base-300 pt-8">
          <h2 id={reader} class="scroll-mt-6 text-2xl font-semibold tracking-tight">
            {title}
          </h2>
          {menuOf(documents).map((group) => (group.reader === reader ? <GuideGroup group={group} /> : null))}
        </section>
      ))}
    </DocsFrame>
  );
}

const GuideGroup = ({ group }: { group: MenuGroup }): JSX.Element => (
  <section aria-labelledby={idOf(group.title)} class="mt-8">
    <h3 id={idOf(group.title)} class="text-lg font-semibold tracking-tight">
      {group.title}
    </h3>
    <ul class="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {group.documents.map((one) => (
        <li class="panel p-5">
          <h4 class="font-semibold">
            <a class="link link-primary underline-offset-4" href={pageOf(one)}>
              {one.title}
            </a>
          </h4>
          {one.summary === "" ? null : (
            <p class="muted mt-1.5 text-sm leading-relaxed">{one.summary.replaceAll(/[`*<>]/g, "")}</p>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const idOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");
