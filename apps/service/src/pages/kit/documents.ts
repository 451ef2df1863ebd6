/** The documents that the build collected for people and for programs that read (tools/documents.mjs). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PRODUCT } from "../../domain/operator-identity.js";
import { operatorEdition, operatorName } from "../../words/operator-names.js";

export type ServedDocument = {
  /** Below /docs/, ending in .md; the page for people has the same without it. */
  readonly path: string;
  readonly title: string;
  /** A sentence, or nothing. */
  readonly summary: string;
  /** Markdown; addresses of a service are those of a quick start. */
  readonly text: string;
  /** The same, read: all but the title. */
  readonly blocks: readonly Block[];
};

export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3 | 4; readonly id: string; readonly spans: Spans }
  | { readonly kind: "paragraph"; readonly spans: Spans }
  /** `start`: the first number; null for a list without. */
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "table"; readonly head: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: "code"; readonly language: string; readonly parts: CodeParts };

/** Words of one line. */
export type Spans = readonly Span[];
type Span =
  | string
  | { readonly code: string }
  | { readonly strong: Spans }
  | { readonly em: Spans }
  | { readonly href: string; readonly spans: Spans };

/** Code in one row: what stands out is told apart. */
export type CodeParts = readonly (string | readonly ["name" | "text" | "note", string])[];

type Read = { readonly edition: number; readonly documents: readonly ServedDocument[] };
let read: Read | null = null;

/** Read when they are first asked for, and when somebody else runs the service. @throws when they were not built. */
export function servedDocuments(): readonly ServedDocument[] {
  if (read === null || read.edition !== operatorEdition()) {
    const file = createRequire(import.meta.url).resolve("@holdfast/service/documents");
    const written = JSON.parse(readFileSync(file, "utf8")) as readonly ServedDocument[];
    read = { edition: operatorEdition(), documents: written.map(named) };
  }
  return read.documents;
}

/** A document with the operator's name in place of the product's, except in commands and code. */
const named = (document: ServedDocument): ServedDocument => ({
  ...document,
  title: renamed(document.title),
  summary: renamed(document.summary),
  text: document.text
    .split(MARKDOWN_CODE)
    .map((part, at) => (at % 2 === 1 ? part : renamed(part)))
    .join(""),
  blocks: document.blocks.map(namedBlock),
});

const renamed = (text: string): string => text.replaceAll(PRODUCT, operatorName());

/** Blocks and pieces of code, which name packages and classes, and where links lead. */
const MARKDOWN_CODE = /(^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\))/m;

function namedBlock(block: Block): Block {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return { ...block, spans: namedSpans(block.spans) };
    case "list":
      return { ...block, items: block.items.map((item) => item.map(namedBlock)) };
    case "table":
      return { ...block, head: block.head.map(namedSpans), rows: block.rows.map((row) => row.map(namedSpans)) };
    case "code":
      return block;
    default:
      return block satisfies never;
  }
}

const namedSpans = (spans: Spans): Spans =>
  spans.map((span) => {
    if (typeof span === "string") return renamed(span);
    if ("code" in span) return span;
    if ("strong" in span) return { strong: namedSpans(span.strong) };
    return "em" in span ? { em: namedSpans(span.em) } : { ...span, spans: namedSpans(span.spans) };
  });

/** Where the documents take a service to be. */
const QUICK_START_URL = "http://localhost:3000";

/** What was written for a quick start, with this deployment's own address in it. */
export const withAddress = (document: ServedDocument, publicUrl: string): ServedDocument =>
  JSON.parse(JSON.stringify(document).replaceAll(QUICK_START_URL, publicUrl)) as ServedDocument;

/** What a reader sees of it, without marks. */
export const textOf = (spans: Spans): string =>
  spans
    .map((span) => {
      if (typeof span === "string") return span;
      if ("code" in span) return span.code;
      return textOf("strong" in span ? span.strong : "em" in span ? span.em : span.spans);
    })
    .join("");
