/**
 * The blocks of code in the documents, and what each says of itself behind its language:
 *
 *   run              it is run against a service, and must succeed
 *   check            it is parsed, and what it names must exist
 *   deploy           the same in `npm run test:deploy`, on what is deployed
 *   skip=reason      it is none of these
 *   given=funded     before it runs there is an order that far; later words, in this order
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Block = {
  /** Path from the root, and the line of the opening fence: where to look when it fails. */
  readonly file: string;
  readonly line: number;
  readonly language: string;
  /** Null for a block that says nothing of itself. */
  readonly treatment: "run" | "check" | "deploy" | "skip" | null;
  /** Why it is skipped; empty otherwise. */
  readonly reason: string;
  /** Which order it is about; null when it goes on with that of the block before. */
  readonly given: string | null;
  readonly code: string;
};

/** Folders and files of documents for those who use the service. */
const DOCUMENTS = [
  "README.md",
  "docs",
  "packages/bridge/README.md",
  "packages/php/README.md",
  "packages/python/README.md",
  "plugins/woocommerce/README.md",
];

export const blocksIn = (root: string): readonly Block[] =>
  DOCUMENTS.flatMap((path) => markdownAt(root, path)).flatMap((file) =>
    readBlocks(file, readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n")),
  );

function markdownAt(root: string, path: string): readonly string[] {
  if (path.endsWith(".md")) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${path}/${name}`)
    .sort();
}

export function readBlocks(file: string, markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly info: string; readonly fence: string; readonly line: number; readonly lines: string[] } | null =
    null;
  for (const [index, line] of markdown.split("\n").entries()) {
    const [, fence = "", info = ""] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? [];
    if (open === null) {
      if (fence !== "") open = { info, fence, line: index + 1, lines: [] };
    } else if (fence === open.fence && info === "") {
      blocks.push({ file, line: open.line, ...readInfo(open.info), code: `${open.lines.join("\n")}\n` });
      open = null;
    } else open.lines.push(line);
  }
  return blocks;
}

function readInfo(info: string): Pick<Block, "language" | "treatment" | "reason" | "given"> {
  const [, language = "", rest = ""] = /^(\S*)\s*(.*)$/.exec(info) ?? [];
  const [, reason] = /^skip=(.+)$/.exec(rest) ?? [];
  if (reason !== undefined) return { language, treatment: "skip", reason, given: null };
  const [, treatment, given] = /^(run|check|deploy)(?: given=(\w+))?$/.exec(rest) ?? [];
  return { language, treatment: (treatment as "run" | "check" | "deploy") ?? null, reason: "", given: given ?? null };
}
