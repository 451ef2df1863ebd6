/**
 * Collects the documents that a running service serves as Markdown, for programs that read: guides, reference, runbooks and what
 * docs/api lists. What only matters in the repository goes: how blocks of code are tested, and links to files that are not served.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";

const DOCS = new URL("../docs/", import.meta.url);
const TARGET = new URL("../apps/service/dist/documents.json", import.meta.url);

const FOLDERS = ["guides", "guides/shops", "api", "reference", "runbooks"];

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, DOCS))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name}`),
);

const documents = paths.map((path) => {
  const text = served(path, readFileSync(new URL(path, DOCS), "utf8").replaceAll("\r\n", "\n"));
  return { path, title: /^# (.+)$/m.exec(text)?.[1] ?? path, summary: summaryOf(text), text };
});
writeFileSync(TARGET, JSON.stringify(documents));

function served(path, markdown) {
  return markdown
    .replaceAll(/^<!--.*-->\n+/gm, "")
    .replaceAll(/^```(\w+) .*$/gm, "```$1")
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, text, target) => (isServed(path, target) ? link : text));
}

function isServed(path, target) {
  const [file = ""] = target.split("#");
  return /^[a-z]+:/.test(target) || file === "" || paths.includes(posix.join(posix.dirname(path), file));
}

/** The first sentence below the title, as one line without links; empty where something else stands there. */
function summaryOf(text) {
  const [, paragraph = ""] = text.split(/\n{2,}/);
  const line = paragraph.replaceAll(/\s+/g, " ").replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return /^[A-Z].*?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, ".") ?? "";
}
