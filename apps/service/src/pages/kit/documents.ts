/** The documents that the build collected for people and for programs that read (tools/documents.mjs). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

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

let documents: readonly ServedDocument[] | null = null;

/** Read when they are first asked for. @throws when they were not built. */
export function servedDocuments(): readonly ServedDocument[] {
  documents ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@holdfast/service/documents"), "utf8"),
  ) as readonly ServedDocument[];
  return documents;
}

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
