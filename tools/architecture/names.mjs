/**
 * Keeps names plain: file and folder names, exported names, titles of tests and headings of documents use the words of the field.
 * The table says what to write instead. Decision records keep the names under which others link to them.
 *
 *   node names.mjs [repository]     exit 0, or 1 with one line for each name
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));

/** Words that are not used as names, and what to write instead. */
const IN_NAMES = {
  ahead: "prefetch, or later than",
  bed: "fixture",
  chapter: "search segment",
  dialler: "HTTP client",
  door: "executor",
  foot: "footer",
  greeting: "banner",
  guest: "buyer, or visitor",
  heir: "successor, or cleaner",
  keeper: "wrapper",
  lying: "stale",
  neighbour: "peer",
  pulse: "heartbeat",
  siege: "load test, or kill run",
  told: "notified, sent or reported",
  town: "fixture",
  untold: "unreported",
};
/** The same in sentences, where "ahead", "bed", "foot" and "guest" are plain English. */
const IN_SENTENCES = {
  ...Object.fromEntries(
    Object.entries(IN_NAMES).filter(([word]) => !["ahead", "bed", "foot", "guest", "told"].includes(word)),
  ),
  dialled: "connected to",
  nought: "zero",
  "tells of": "describes, or reports",
  whoever: "anyone who",
};

const EXPORTED = /^export (?:async |declare |abstract )*(?:function\*?|const|let|type|class|interface) +(\w+)/gm;
const TITLE = /^\s*(?:describe|test|it)(?:\.\w+)*(?:\([^"'`\n]*\))?\(\s*(["'`])(.*?)\1/gm;
const HEADING = /^#{1,6} +(.*)$/gm;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("docs/decisions/") && fs.existsSync(join(root, file)));

const problems = files.flatMap((file) => [
  ...wordsIn(file, IN_NAMES).map((problem) => `${file}: the path has ${problem}`),
  ...inFile(file).map((problem) => `${file}: ${problem}`),
]);
for (const problem of problems) console.error(problem);
console.log(`names: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function inFile(file) {
  if (!/\.(?:[cm]?[jt]sx?|md)$/.test(file)) return [];
  const text = fs.readFileSync(join(root, file), "utf8");
  const found = (kind, pattern, words) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      wordsIn(match.at(-1), words).map((problem) => `the ${kind} "${match.at(-1)}" has ${problem}`),
    );
  if (file.endsWith(".md")) return found("heading", HEADING, IN_SENTENCES);
  const titles = /\.test\.\w+$/.test(file) ? found("title", TITLE, IN_SENTENCES) : [];
  return [...found("name", EXPORTED, IN_NAMES), ...titles];
}

/** Words are separated by case, hyphens, underscores and slashes; a plural counts as its singular. */
function wordsIn(name, words) {
  const plain = ` ${name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z]+/g, " ")
    .toLowerCase()} `;
  return Object.entries(words)
    .filter(([word]) => plain.includes(` ${word} `) || plain.includes(` ${word}s `))
    .map(([word, better]) => `"${word}": write ${better}`);
}
