/** The documents that the build collected for programs that read (tools/documents.mjs). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export type ServedDocument = {
  /** Below /docs/, ending in .md. */
  readonly path: string;
  readonly title: string;
  /** A sentence, or nothing. */
  readonly summary: string;
  /** Markdown; addresses of a service are those of a quick start. */
  readonly text: string;
};

let documents: readonly ServedDocument[] | null = null;

/** Read when they are first asked for. @throws when they were not built. */
export function servedDocuments(): readonly ServedDocument[] {
  documents ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@holdfast/service/documents"), "utf8"),
  ) as readonly ServedDocument[];
  return documents;
}
