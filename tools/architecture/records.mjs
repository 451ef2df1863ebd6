/**
 * Looks at the decision records, and at every place that names one. The records are numbered without a gap, at most forty-one, each on
 * one screen and with the same parts, and the index lists them all. Elsewhere a record is named by its file, so that what leads
 * nowhere is found: a number alone would silently mean another record once it is given anew.
 *
 *   node records.mjs [repository]     exit 0, or 1 with one line for each finding
 */
import fs from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const RECORDS_MAX = 48;
const LINES_MAX = 60;
const BYTES_MAX = 4096;
const PARTS = ["## Context", "## Decision", "## Consequences"];
/** The stories of this check name records that are missing. */
const OWN_TEST = join("tools", "architecture", "test");
const TEXT = /\.(md|tsx?|mts|mjs|js|sql|sh|py|php|toml|ya?ml|css|cfg|lua|conf)$/;
/** Fewer references than this mean that the check did not see all there is. */
const REFERENCES_MIN = 20;

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
const folder = join(root, "docs", "decisions");

function main() {
  const records = fs.readdirSync(folder).filter((name) => /^\d/.test(name));
  records.sort();
  const seen = { references: 0 };
  const findings = [
    ...numbering(records),
    ...records.flatMap((name) => formOf(name)),
    ...index(records),
    ...textsBelow(root).flatMap((path) => referencesOf(path, new Set(records), seen)),
  ];
  if (seen.references < REFERENCES_MIN)
    findings.push(`saw ${seen.references} references, fewer than ${REFERENCES_MIN}`);
  for (const finding of findings) console.error(finding);
  console.log(`records: ${records.length}, named in ${seen.references} places, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function numbering(records) {
  const findings = records.flatMap((name, position) => {
    const wanted = String(position + 1).padStart(4, "0");
    return name.startsWith(`${wanted}-`) ? [] : [`docs/decisions/${name}: expected number ${wanted}`];
  });
  if (records.length > RECORDS_MAX)
    findings.push(`docs/decisions: ${records.length} records, more than ${RECORDS_MAX}`);
  return findings;
}

function formOf(name) {
  const text = fs.readFileSync(join(folder, name), "utf8");
  const lines = text.trimEnd().split("\n");
  const findings = [];
  if (!lines[0].startsWith(`# ${Number(name.slice(0, 4))}. `))
    findings.push("its title does not begin with its number");
  if (lines.length > LINES_MAX) findings.push(`${lines.length} lines, more than ${LINES_MAX}`);
  if (Buffer.byteLength(text) > BYTES_MAX) findings.push(`${Buffer.byteLength(text)} bytes, more than ${BYTES_MAX}`);
  if (lines.filter((line) => line.startsWith("## ")).join() !== PARTS.join()) {
    findings.push(`its parts are not ${PARTS.map((part) => part.slice(3)).join(", ")}`);
  }
  if (!text.includes("Enforced by ")) findings.push("it does not say what it is enforced by");
  return findings.map((finding) => `docs/decisions/${name}: ${finding}`);
}

function index(records) {
  const text = fs.readFileSync(join(folder, "README.md"), "utf8");
  return records.flatMap((name) => {
    const times = text.split(`](${name})`).length - 1;
    return times === 1 ? [] : [`docs/decisions/README.md: lists ${name} ${times} times`];
  });
}

/** References in one file: links and paths to records that must exist, and numbers that stand alone or beside another record. */
function referencesOf(path, records, seen) {
  const text = fs.readFileSync(path, "utf8");
  const findings = [];
  const at = (offset) => `${relative(root, path)}:${text.slice(0, offset).split("\n").length}`;
  const isRecord = path.startsWith(folder + sep);
  for (const match of text.matchAll(isRecord ? /\]\((\d{4}[\w-]*\.md)/g : /decisions\/(\d{4}[\w-]*(?:\.md)?)/g)) {
    seen.references += 1;
    if (!records.has(match[1])) findings.push(`${at(match.index)}: ${match[1]} is no record`);
  }
  for (const match of text.matchAll(/\bdecisions?\s+\[?(\d+)(\]\([^)\s]*?(\d{4})-)?/gi)) {
    if (match[2] === undefined) findings.push(`${at(match.index)}: "${match[0]}": name the record by its file`);
    else if (Number(match[1]) !== Number(match[3]))
      findings.push(`${at(match.index)}: "${match[1]}" leads to ${match[3]}`);
  }
  return findings;
}

function textsBelow(directory) {
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === "dist" || entry.name.startsWith(".")) return [];
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return relative(root, path) === OWN_TEST ? [] : textsBelow(path);
    return entry.isFile() && TEXT.test(entry.name) ? [path] : [];
  });
}

main();
