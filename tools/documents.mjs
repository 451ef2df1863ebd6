/**
 * Collects the documents that a running service serves: guides, reference, runbooks and what docs/api lists. Each as Markdown, for programs
 * that read, and as blocks, which the pages of `/docs` are made of: read, and with the parts of code told apart, here and not by browsers.
 * What only matters in the repository goes: how blocks of code are tested, pictures, and links to files that are not served.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { common, createLowlight } from "lowlight";
import { lexer } from "marked";

const DOCS = new URL("../docs/", import.meta.url);
const TARGET = new URL("../apps/service/dist/documents.json", import.meta.url);

const FOLDERS = ["guides", "guides/shops", "guides/providers", "api", "reference", "deploy", "runbooks"];

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, DOCS))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name}`),
);

function served(path, markdown) {
  return markdown
    .replaceAll(/^<!--.*-->\n+/gm, "")
    .replaceAll(/^!\[[^\]]*\]\([^)\s]+\)\n+/gm, "")
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
  return /^[`A-Z].*?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, ".") ?? "";
}

// --- Blocks: apps/service/src/pages/docs/blocks.ts has their types -----------------------------------------------------------

/** The title is the page's own. */
function blocksOf(path, markdown) {
  const anchors = new Map();
  return lexer(markdown).flatMap((token) => blockOf(token, { path, anchors }));
}

function blockOf(token, about) {
  switch (token.type) {
    case "space":
    case "hr":
      return [];
    case "heading":
      if (token.depth === 1) return [];
      return [
        {
          kind: "heading",
          level: Math.min(token.depth, 4),
          id: anchorOf(token.text, about.anchors),
          spans: spansOf(token.tokens, about),
        },
      ];
    case "paragraph":
    case "text":
      return [{ kind: "paragraph", spans: spansOf(token.tokens, about) }];
    case "list":
      return [
        {
          kind: "list",
          start: token.ordered ? token.start : null,
          items: token.items.map((item) => item.tokens.flatMap((one) => blockOf(one, about))),
        },
      ];
    case "table":
      return [
        {
          kind: "table",
          head: token.header.map((cell) => spansOf(cell.tokens, about)),
          rows: token.rows.map((row) => row.map((cell) => spansOf(cell.tokens, about))),
        },
      ];
    case "code":
      return [{ kind: "code", language: token.lang ?? "", parts: partsOf(token.lang ?? "", token.text) }];
    default:
      throw new Error(`${about.path}: the pages of documents show no ${token.type}: ${token.raw}`);
  }
}

/** As GitHub makes them, whose links the documents have; of two alike the second is told apart. */
function anchorOf(text, anchors) {
  const id = text
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const count = anchors.get(id) ?? 0;
  anchors.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function spansOf(tokens, about) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case "text":
      case "escape":
        return token.tokens === undefined ? [plain(token.text)] : spansOf(token.tokens, about);
      case "codespan":
        return [{ code: plain(token.text) }];
      case "strong":
        return [{ strong: spansOf(token.tokens, about) }];
      case "em":
        return [{ em: spansOf(token.tokens, about) }];
      case "link":
        return [{ href: targetOf(token.href, about.path), spans: spansOf(token.tokens, about) }];
      case "br":
        return [" "];
      default:
        throw new Error(`${about.path}: the pages of documents show no ${token.type}: ${token.raw}`);
    }
  });
}

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const plain = (text) => text.replaceAll("\n", " ").replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (name) => ENTITIES[name]);

/** A document's page has its address, without what its file ends with. */
function targetOf(href, path) {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [file = "", anchor] = href.split("#");
  const page = `/docs/${posix.join(posix.dirname(path), file).replace(/\.md$/, "")}`;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

// --- Code -----------------------------------------------------------------------------------------------------------------

const lowlight = createLowlight(common);
const GRAMMARS = { sh: "bash", ts: "typescript", js: "javascript", html: "xml", caddy: "nginx", haproxy: "nginx" };

/** What stands out: `name` for words that a language or a call knows, `text` for what is quoted, `note` for comments. */
const PARTS = {
  keyword: "name",
  built_in: "name",
  literal: "name",
  attr: "name",
  attribute: "name",
  meta: "name",
  section: "name",
  title: "name",
  tag: null,
  string: "text",
  regexp: "text",
  comment: "note",
};

/** The code in one row: what stands out as `[part, text]`, the rest as it is. */
function partsOf(language, code) {
  const grammar = GRAMMARS[language] ?? language;
  if (!lowlight.registered(grammar)) return [code];
  const parts = [];
  const add = (part, text) => {
    const last = parts.at(-1);
    if (part === null && typeof last === "string") parts[parts.length - 1] = last + text;
    else if (part !== null && Array.isArray(last) && last[0] === part) last[1] += text;
    else parts.push(part === null ? text : [part, text]);
  };
  const visit = (node, part) => {
    if (node.type === "text") return add(part, node.value);
    const [scope = ""] = node.properties?.className ?? [];
    const own = PARTS[scope.replace(/^hljs-/, "")];
    for (const child of node.children) visit(child, own === undefined ? part : own);
  };
  visit(lowlight.highlight(grammar, code), null);
  return parts;
}

// --- All of them -----------------------------------------------------------------------------------------------------------

const documents = paths.map((path) => {
  const text = served(path, readFileSync(new URL(path, DOCS), "utf8").replaceAll("\r\n", "\n"));
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return { path, title: title.replaceAll("`", ""), summary: summaryOf(text), text, blocks: blocksOf(path, text) };
});
writeFileSync(TARGET, JSON.stringify(documents));
