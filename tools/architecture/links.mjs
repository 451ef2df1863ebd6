/**
 * Follows every relative link in the Markdown files, and every picture: the file has to exist, and the heading too when one is
 * named.
 *
 *   node links.mjs [repository]     exit 0, or 1 with one line for each link that leads nowhere
 */
import fs from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Fewer links than this mean that the check did not see all there is. */
const LINKS_MIN = 40;

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));

function main() {
  const documents = markdownBelow(root);
  const links = documents.flatMap((document) => linksOf(document).map((link) => ({ document, ...link })));
  const broken = links.filter(({ document, target }) => !leadsSomewhere(document, target));
  for (const { document, line, target } of broken) {
    console.error(`${relative(root, document)}:${line}: ${target} leads nowhere`);
  }
  if (links.length < LINKS_MIN) console.error(`saw ${links.length} links, fewer than ${LINKS_MIN}`);
  console.log(`links: ${links.length} in ${documents.length} documents, ${broken.length} broken`);
  process.exitCode = broken.length === 0 && links.length >= LINKS_MIN ? 0 : 1;
}

function markdownBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === "dist" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** Links written inline or as a reference, outside of code; those to other sites are not ours to keep. */
function linksOf(document) {
  const found = [];
  for (const [index, line] of prose(document)) {
    const patterns = [
      /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
      /^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g,
      /\bsrc(?:set)?="([^"]+)"/g,
    ];
    for (const pattern of patterns) {
      for (const [, target] of line.matchAll(pattern)) found.push({ line: index + 1, target });
    }
  }
  return found.filter(({ target }) => !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

function leadsSomewhere(document, target) {
  const [path = "", heading] = target.split("#", 2);
  const file = path === "" ? document : join(path.startsWith("/") ? root : dirname(document), decodeURI(path));
  if (!fs.existsSync(file)) return false;
  return heading === undefined || heading === "" || !file.endsWith(".md") || headingsOf(file).has(heading);
}

/** The names under which headings are linked to: lower case, without punctuation, hyphens for spaces, numbered when repeated. */
function headingsOf(document) {
  const names = new Map();
  const all = new Set();
  for (const [, line] of prose(document, { withCode: true })) {
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) continue;
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const name = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = names.get(name) ?? 0;
    names.set(name, count + 1);
    all.add(count === 0 ? name : `${name}-${count}`);
  }
  return all;
}

/** The lines outside of fenced code, with their index; code inside a line is blanked unless asked for. */
function prose(document, { withCode = false } = {}) {
  let fence = null;
  return [...fs.readFileSync(document, "utf8").split("\n").entries()].flatMap(([index, line]) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || line.trim() === fence)) {
      fence = fence === null ? mark : null;
      return [];
    }
    if (fence !== null) return [];
    return [[index, withCode ? line : line.replaceAll(/`[^`]*`/g, "")]];
  });
}

main();
