/** The documents that the build collected for programs that read (tools/documents.mjs). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PRODUCT } from "../../domain/operator-identity.js";
import { operatorName } from "../../words/house.js";

export type ServedDocument = {
  /** Below /docs/, ending in .md. */
  readonly path: string;
  readonly title: string;
  /** A sentence, or nothing. */
  readonly summary: string;
  /** Markdown; addresses of a service are those of a quick start. */
  readonly text: string;
};

/** Blocks and pieces of code, which name packages and classes, and whole links. */
const CODE = /(^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\))/m;

/** Markdown that names who runs the service where it named the software; what is typed stays as it is. */
export const named = (markdown: string): string =>
  markdown
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(PRODUCT, operatorName())))
    .join("");

let documents: readonly ServedDocument[] | null = null;

/** Read when they are first asked for. @throws when they were not built. */
export function servedDocuments(): readonly ServedDocument[] {
  documents ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@holdfast/service/documents"), "utf8"),
  ) as readonly ServedDocument[];
  return documents;
}
