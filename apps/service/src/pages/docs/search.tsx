/** The search over guides and reference: an index of their sections, made when somebody first looks for something. */
import MiniSearch from "minisearch";
import type { JSX } from "preact";
import { type Block, type ServedDocument, textOf } from "../kit/documents.js";
import { titled } from "../kit/operator.js";
import type { Site } from "../kit/site.js";
import { objectAnchor } from "./fields.js";
import { DOCS_SEARCH_LENGTH_MAX, DocsFrame, SearchForm } from "./frame.js";
import { DocumentMenu } from "./guide.js";
import { anchorOf } from "./markdown.js";
import { DOCS_SEARCH_PATH, pageOf, REFERENCE_PATH } from "./menu.js";
import type { Reference } from "./reference.js";

type Section = {
  /** Its address: of a page, or of a section on it. */
  readonly id: string;
  readonly title: string;
  /** What code calls it; left out where it has no name there. */
  readonly name?: string;
  /** The document that it is a part of. */
  readonly page: string;
  readonly text: string;
};

const RESULTS_MAX = 20;
const EXCERPT_LENGTH = 160;

export type DocsSearch = (typed: string) => readonly Section[];

/** What is typed may be the beginning of words, and slightly wrong; all words first, else any. */
export function openSearch(documents: readonly ServedDocument[], reference: Reference): DocsSearch {
  const sections = new Map(
    [...documents.flatMap(sectionsOf), ...sectionsOfReference(reference)].map((section) => [section.id, section]),
  );
  const index = new MiniSearch<Section>({
    fields: ["name", "title", "page", "text"],
    searchOptions: {
      boost: { name: 8, title: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll([...sections.values()]);
  return (typed) => {
    const asked = typed.trim().slice(0, DOCS_SEARCH_LENGTH_MAX);
    const all = index.search(asked, { combineWith: "AND" });
    const found = all.length > 0 ? all : index.search(asked);
    return found.slice(0, RESULTS_MAX).flatMap(({ id }) => sections.get(id as string) ?? []);
  };
}

/** Of a document: what stands before its first heading, and what stands below each. */
function sectionsOf(document: ServedDocument): readonly Section[] {
  const { title, blocks } = document;
  const page = pageOf(document);
  const sections: { id: string; title: string; page: string; text: string }[] = [
    { id: page, title, page: title, text: "" },
  ];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level < 4)
      sections.push({ id: `${page}#${block.id}`, title: textOf(block.spans), page: title, text: "" });
    else {
      const last = sections[sections.length - 1];
      if (last !== undefined) last.text += `${wordsOf(block)} `;
    }
  }
  return sections;
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return textOf(block.spans);
    case "list":
      return block.items.flatMap((item) => item.map(wordsOf)).join(" ");
    case "table":
      return [block.head, ...block.rows].flatMap((row) => row.map(textOf)).join(" ");
    case "code":
      return block.parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
    default:
      return block satisfies never;
  }
}

const REFERENCE = "API reference";

function sectionsOfReference({ groups, events, objects }: Reference): readonly Section[] {
  const fieldWords = (fields: readonly { readonly name: string; readonly description: string }[]): string =>
    fields.map(({ name, description }) => `${name} ${description}`).join(" ");
  return [
    ...groups.flatMap(({ operations }) =>
      operations.map(({ id, method, path, summary, description, parameters, body }) => ({
        id: `${REFERENCE_PATH}#${id}`,
        title: summary,
        name: id,
        page: REFERENCE,
        text: `${method} ${path} ${id} ${description} ${fieldWords([...parameters, ...body])}`,
      })),
    ),
    ...objects.map(({ name, description, fields }) => ({
      id: `${REFERENCE_PATH}#${objectAnchor(name)}`,
      title: name,
      page: REFERENCE,
      text: `${description} ${fieldWords(fields)}`,
    })),
    {
      id: `${REFERENCE_PATH}#${anchorOf("Webhooks")}`,
      title: "Events",
      page: REFERENCE,
      text: events.map(({ type, when }) => `${type} ${when}`).join(" "),
    },
  ];
}

type Props = {
  readonly site: Site;
  readonly documents: readonly ServedDocument[];
  readonly typed: string;
  readonly found: readonly Section[];
};

export function SearchPage({ site, documents, typed, found }: Props): JSX.Element {
  const count =
    found.length === 1 ? "1 result" : `${found.length === RESULTS_MAX ? "The first " : ""}${found.length} results`;
  return (
    <DocsFrame
      site={site}
      title={titled("Search")}
      description="Search guides and reference."
      path={DOCS_SEARCH_PATH}
      area="search"
      menu={<DocumentMenu documents={documents} current={DOCS_SEARCH_PATH} />}
    >
      <div class="max-w-3xl">
        <h1 class="mb-5 text-3xl font-semibold tracking-tight">Search</h1>
        <SearchForm typed={typed} id="q" />
        {/* What the script takes out of the page. */}
        <div id="found" class="mt-5" data-count={typed === "" ? "" : count}>
          {typed === "" ? (
            <p class="muted px-3 py-2 text-sm">Type a word, an operation, a field or an event.</p>
          ) : found.length === 0 ? (
            <p class="muted px-3 py-2 text-sm">Nothing matches “{typed}”.</p>
          ) : (
            <ul>
              {found.map((section) => (
                <li>
                  <a class="block rounded-field px-3 py-2 hover:bg-base-200" href={section.id}>
                    <span class="flex flex-wrap items-baseline justify-between gap-x-3">
                      <span class="font-medium text-primary">{section.title}</span>
                      {section.page === section.title ? null : <span class="muted text-xs">{section.page}</span>}
                    </span>
                    <span class="muted block text-sm [overflow-wrap:anywhere]">{excerptOf(section.text)}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </DocsFrame>
  );
}

function excerptOf(text: string): string {
  const line = text.replaceAll(/[`*]|\s+/g, (part) => (part.trim() === "" ? " " : "")).trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, line.lastIndexOf(" ", EXCERPT_LENGTH))} …`;
}
