/**
 * Looks at the migrations after the last release (tools/release/last.json): each is applied while that release serves, in one transaction
 * of short locks, and serves on it until its processes are replaced. So it may neither break what the release does nor keep it waiting.
 *
 *   node migrations.mjs [repository]     exit 0, or 1 with one line for each finding
 *
 * What is known to be harmless says so on the line above the statement: `-- allowed RULE: reason`.
 */
import fs from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FOLDER = "apps/service/migrations";
const NAME = String.raw`(?:only |if exists |if not exists )*"?([a-z_]\w*)"?`;
const VOLATILE = /\bdefault\s+\(?\s*(?:gen_random_uuid|clock_timestamp|random|nextval|service_now|uuidv7)\s*\(/;

/** `finds`: whether a statement about a table that was there before is one of these. */
const RULES = [
  {
    rule: "drop",
    finds: (text, { made }) =>
      (/^drop (?:table|view|function|trigger|sequence|type)\b/.test(text) && !made.has(droppedBy(text))) ||
      /\bdrop column\b/.test(text),
    says: "the last release still uses it: stop using it in this release, and drop it in the next",
  },
  {
    rule: "rename",
    finds: (text) => /^alter \w+ .*\brename\b/.test(text),
    says: "the last release knows it by its old name: add the new one beside it",
  },
  {
    rule: "type",
    finds: (text) => /\balter (?:column )?\S+ (?:set data )?type\b/.test(text),
    says: "it rewrites the table under a lock: add a column of the new type beside it",
  },
  {
    rule: "not null",
    finds: (text) =>
      /\bset not null\b/.test(text) ||
      clausesOf(text).some(
        (clause) => /\badd column\b/.test(clause) && /\bnot null\b/.test(clause) && !/\bdefault\b/.test(clause),
      ),
    says: "the last release writes no value, and old rows have none: give the column a default",
  },
  {
    rule: "rewrite",
    finds: (text) =>
      clausesOf(text).some(
        (clause) => /\badd column\b/.test(clause) && (VOLATILE.test(clause) || /\bstored\b/.test(clause)),
      ),
    says: "each row gets a value of its own, so the table is rewritten under a lock: fill it later, in parts",
  },
  {
    rule: "constraint",
    finds: (text) =>
      clausesOf(text).some(
        (clause) => /\badd (?:constraint\b|check\b|foreign key\b)/.test(clause) && !/\bnot valid\b/.test(clause),
      ),
    says: "it reads the whole table under a lock: add it `not valid`, and validate it in a later migration",
  },
  {
    rule: "validate",
    finds: (text, { added }) => {
      const name = /\bvalidate constraint "?(\w+)/.exec(text)?.[1];
      return name !== undefined && added.has(name);
    },
    says: "the lock of adding it is held meanwhile: validate it in a migration of its own",
  },
  {
    rule: "index",
    finds: (text) => /^create (?:unique )?index\b/.test(text) || /\badd (?:primary key|unique)\b/.test(text),
    says: "nobody can write to the table while it is built",
  },
  {
    rule: "rows",
    finds: (text) => /^(?:update|delete from|truncate)\b/.test(text),
    says: "every row that it changes is locked until it ends: do it in parts, by a worker",
  },
  {
    rule: "lock",
    finds: (text) => /^(?:lock|cluster|vacuum|reindex)\b/.test(text),
    says: "the last release waits for it",
  },
];

/** The table that a statement is about; "" where it is about none. */
function tableOf(text) {
  const patterns = [
    `^alter table ${NAME}`,
    `^drop \\w+ ${NAME}`,
    `^create (?:unique )?index (?:.*? )?on ${NAME}`,
    `^(?:update|delete from|truncate|truncate table|lock|lock table|cluster|reindex table|vacuum|vacuum full) ${NAME}`,
  ];
  return patterns.map((pattern) => new RegExp(pattern).exec(text)?.[1]).find((name) => name !== undefined) ?? "";
}

/** With its kind: a trigger or function that is made anew in the same migration is there for the last release all the time. */
const droppedBy = (text) => new RegExp(`^drop (\\w+) ${NAME}`).exec(text)?.slice(1).join(" ");
const madeBy = (text) =>
  new RegExp(`^create (?:or replace |constraint )?(\\w+) ${NAME}`).exec(text)?.slice(1).join(" ");

/** Of an alter table, apart at the commas that no parenthesis holds. */
function clausesOf(text) {
  const clauses = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) clauses.push("");
    else clauses.push(`${clauses.pop()}${sign}`);
  }
  return clauses;
}

/** Comments, strings and bodies, whichever begins first: an apostrophe in a comment begins no string. */
const ASIDE = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|(\$\w*\$).*?\1/gs;

/** Statements in lower case, without comments, strings and bodies, each with what is allowed above it. */
function statementsOf(sql) {
  const plain = sql.replaceAll(ASIDE, (aside) => {
    const rule = /^-- allowed ([a-z ]+):[ \t]*\S/.exec(aside)?.[1];
    if (rule !== undefined) return `@allowed ${rule}@`;
    return aside.startsWith("-") || aside.startsWith("/") ? "" : "''";
  });
  return plain
    .split(";")
    .map((part) => ({
      allowed: [...part.matchAll(/@allowed ([a-z ]+)@/g)].map(([, rule]) => rule),
      text: part
        .replaceAll(/@[^@]*@/g, "")
        .replaceAll(/\s+/g, " ")
        .trim()
        .toLowerCase(),
    }))
    .filter(({ text }) => text !== "");
}

/** @returns a line for each statement of the migration that the last release would notice */
export function findingsOf(name, sql) {
  const statements = statementsOf(sql);
  const own = new Set(statements.map(({ text }) => new RegExp(`^create (?:unlogged )?table ${NAME}`).exec(text)?.[1]));
  const made = new Set(statements.map(({ text }) => madeBy(text)));
  const added = new Set(
    statements.flatMap(({ text }) => [...text.matchAll(/add constraint "?(\w+)/g)].map(([, one]) => one)),
  );
  return statements.flatMap(({ text, allowed }) => {
    if (own.has(tableOf(text))) return [];
    return RULES.filter(({ rule, finds }) => finds(text, { added, made }) && !allowed.includes(rule)).map(
      ({ rule, says }) =>
        `${name}: "${text.slice(0, 60)}" (${rule}): ${says}, or say why it does no harm: -- allowed ${rule}: reason`,
    );
  });
}

function main() {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
  const { version, migrations } = JSON.parse(fs.readFileSync(join(root, "tools/release/last.json"), "utf8"));
  const names = fs
    .readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith(".sql") && !migrations.includes(name));
  const findings = names.sort().flatMap((name) => findingsOf(name, fs.readFileSync(join(root, FOLDER, name), "utf8")));
  for (const finding of findings) console.error(finding);
  console.log(`migrations: ${names.length} since ${version}, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
