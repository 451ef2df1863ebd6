/**
 * Keeps the architecture: the table of rooms, no cycles, and the rules that no table of imports can say (one executor, SQL in
 * its place, the database's clock, how long a file may be). Says what it saw, and fails when that is less than there is to see.
 *
 *   node check.mjs [repository]     exit 0, or 1 with one line for each problem
 */
import fs from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readLiteral, readPattern, slowness } from "./patterns.mjs";
import { ENTRIES, FLOOR, LINES_MAX, ROOMS, SOURCES, tableOfRooms, WRITTEN } from "./rooms.mjs";
import { SHAPES } from "./statements.mjs";

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
const ts = useOwnTypeScript();
const { cruise } = await import("dependency-cruiser");

/** @type {{ rule: string, at: string, says: string }[]} */
const problems = [];
const report = (rule, at, says) => problems.push({ rule, at, says });

const files = SOURCES.flatMap((folder) => filesBelow(join(root, folder)))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => relative(root, path).split(sep).join("/"));

async function main() {
  const seen = await checkImports();
  checkSeen(seen);
  for (const file of files) {
    checkLength(file);
    checkWords(file);
    checkPatterns(file);
  }
  checkMigrations();
  checkDocument();
  checkCount();
  for (const { rule, at, says } of problems) console.error(`${at}: ${says} [${rule}]`);
  const saw = `${seen.modules} modules, ${seen.imports} imports, ${ROOMS.length} rooms`;
  console.log(`architecture: ${saw}, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/**
 * The compiler of the repository has no interface for programs, and dependency-cruiser, which lies beside it, would find
 * that one and see nothing at all. So `typescript` in this process is this workspace's own.
 */
function useOwnTypeScript() {
  const require = createRequire(import.meta.url);
  const own = new Map(
    ["typescript", "typescript/package.json"].map((name) => [name, pathToFileURL(require.resolve(name)).href]),
  );
  registerHooks({
    resolve: (name, context, next) =>
      own.has(name)
        ? { url: own.get(name), format: name.endsWith(".json") ? "json" : "commonjs", shortCircuit: true }
        : next(name, context),
  });
  return require("typescript");
}

// --- Imports -----------------------------------------------------------------------------------------------------------

/** Every import of every room against the table; returns how much there was. */
async function checkImports() {
  const folders = SOURCES.filter((folder) => fs.existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    baseDir: root,
    ruleSet: { forbidden: forbidden() },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules|/dist/" },
  });
  for (const { rule, from, to, cycle } of output.summary.violations) {
    const says = cycle === undefined ? `imports ${to}` : `goes round by ${cycle.map(({ name }) => name).join(" -> ")}`;
    report(rule.name, from, says);
  }
  const ours = output.modules.filter(({ source }) => files.includes(source));
  for (const { source } of ours) {
    if (!ROOMS.some(({ path }) => new RegExp(path).test(source))) report("every file has a room", source, "has none");
  }
  return { modules: ours.length, imports: ours.reduce((sum, { dependencies }) => sum + dependencies.length, 0) };
}

function forbidden() {
  const rules = ROOMS.flatMap((room) => {
    const allowed = [...room.may.flatMap(pathsOf), ...room.packages.map(pathOfPackage), room.path];
    const rule = { name: `imports of ${room.name}`, from: { path: room.path }, severity: "error" };
    return [
      { ...rule, to: { pathNot: allowed, dependencyTypesNot: ["core"] } },
      ...(room.node ? [] : [{ ...rule, to: { dependencyTypes: ["core"] } }]),
    ];
  });
  return [
    ...rules,
    { name: "no cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "one subject of store/read imports no other",
      severity: "error",
      from: { path: `^${SERVICE}store/read/([^/]+)/` },
      to: { path: `^${SERVICE}store/read/[^/]+/`, pathNot: `^${SERVICE}store/read/$1/` },
    },
    {
      name: "only run imports app",
      severity: "error",
      from: { pathNot: "^apps/service/src/run\\.ts$" },
      to: { path: "^apps/service/(?:src|dist)/app\\.[tj]s$" },
    },
    {
      name: "only main and the command line import run, nobody imports main",
      severity: "error",
      from: { pathNot: "^apps/service/src/(?:main|admin/index)\\.ts$" },
      to: { path: "^apps/service/(?:src|dist)/(?:run|main)\\.[tj]s$" },
    },
  ];
}

/** Where a room lies, and the name under which other packages import it. */
function pathsOf(name) {
  const room = ROOMS.find((other) => other.name === name);
  const entry = ENTRIES[name] === undefined ? [] : [`^${ENTRIES[name]}(?:/|$)`];
  return room === undefined ? entry : [...entry, room.path];
}

const pathOfPackage = (name) => `(?:^|node_modules/)${name.replaceAll("/", "\\/")}(?:/|$)`;

/** Nothing seen is not the same as nothing wrong. */
function checkSeen({ modules, imports }) {
  if (modules !== files.length) report("all is seen", root, `saw ${modules} of ${files.length} modules`);
  if (modules < FLOOR.modules) report("all is seen", root, `saw ${modules} modules, fewer than ${FLOOR.modules}`);
  if (imports < FLOOR.imports) report("all is seen", root, `saw ${imports} imports, fewer than ${FLOOR.imports}`);
}

// --- What is written ---------------------------------------------------------------------------------------------------

const SERVICE = "apps/service/src/";
const inRoom = (file, ...names) => names.some((name) => file.startsWith(SERVICE + name));

const SQL =
  /^\s*\(?\s*(?:select\s|insert\s+into\s|update\s+\w+\s+(?:\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|(?:create|alter|drop|truncate)\s+(?:table|index|database|role|view)|set\s+(?:local|lock_timeout|transaction)|(?:begin|commit|rollback)\s*$)/;
const NOTIFY = /\bpg_notify\s*\(|^\s*(?:notify|listen)\s+\w+/i;

/** May open a transaction: the executor, a proof that reads one snapshot and writes nothing, and one statement with bounds of its own. */
const TRANSACTIONS = [
  `${SERVICE}commands/execute.ts`,
  `${SERVICE}store/read/money/audit.ts`,
  `${SERVICE}cells/move.ts`,
  `${SERVICE}cells/fill-people.ts`,
  `${SERVICE}store/write/rail-statements.ts`,
];

function checkLength(file) {
  if (WRITTEN.includes(file)) return;
  const lines = fs.readFileSync(join(root, file), "utf8").split("\n").length - 1;
  if (lines > LINES_MAX) report("files end", file, `has ${lines} lines, more than ${LINES_MAX}`);
}

function checkWords(file) {
  if (!file.startsWith(SERVICE) && !file.startsWith("packages/cli/")) return;
  visitNodes(file, (node, at) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) checkCall(file, node, at);
    if (ts.isObjectLiteralExpression(node)) {
      checkStatement(node, at);
      if (inRoom(file, "store/", "platform/")) countStatement(node, at);
    }
    const words = textOf(node);
    if (words !== null) checkText(file, words, at);
  });
}

/** One expression that is slow for some text is enough to hold up everybody, so none is allowed, wherever the text comes from. */
function checkPatterns(file) {
  visitNodes(file, (node, at) => {
    const words = ts.isStringLiteralLike(node) ? readPattern(node.text) : null;
    const pattern = ts.isRegularExpressionLiteral(node) ? readLiteral(node.text) : words;
    const slow = pattern === null ? null : slowness(pattern);
    if (slow !== null) report("patterns are linear", at, `${pattern.source} ${slow}`);
  });
}

/** @param look is given each node of the file, and where it stands. */
function visitNodes(file, look) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = fs.readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const visit = (node) => {
    look(node, `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function checkCall(file, node, at) {
  const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression : null;
  const name = callee?.name.text;
  if (name === "transaction" && !inRoom(file, "platform/") && !TRANSACTIONS.includes(file)) {
    report("one executor", at, "opens a transaction; only commands/execute.ts does");
  }
  const onPool = callee !== null && /(?:^|\.)pool$/.test(callee.expression.getText());
  if (onPool && ["query", "connect"].includes(name) && !inRoom(file, "platform/")) {
    report("one executor", at, "uses the pool; statements go through Database");
  }
  const readsClock =
    (ts.isNewExpression(node) && node.expression.getText() === "Date" && (node.arguments ?? []).length === 0) ||
    (name === "now" && ["Date", "performance"].includes(callee.expression.getText()));
  if (readsClock && !inRoom(file, "platform/", "admin/")) {
    report("one clock", at, "reads this machine's clock; the service's time is service_now()");
  }
}

/** Where each name of a statement stands. */
const statements = new Map();

/** Prepared statements are known by their names: two texts under one name fail as soon as they share a connection. */
function checkStatement(node, at) {
  const [name, text] = ["name", "text"].map((key) => node.properties.find((one) => one.name?.getText() === key));
  const words = text === undefined || !name?.initializer ? null : textOf(name.initializer);
  if (words === null || words.includes("?")) return;
  const known = statements.get(words);
  if (known !== undefined) report("one name a statement", at, `is called "${words}" like the statement at ${known}`);
  statements.set(words, at);
}

/** What makes a name in the sources, and where. */
const counted = new Map();

/** A statement has a text; a list has a table or filters, and a text for each shape of them. */
function countStatement(node, at) {
  const [name, text, ...ofList] = ["name", "text", "filters", "columns"].map((key) =>
    node.properties.find((one) => one.name?.getText() === key),
  );
  const isList = text === undefined && (ofList.some(Boolean) || node.properties.some(ts.isSpreadAssignment));
  if (!name?.initializer || (text === undefined && !isList)) return;
  const made = name.initializer.getText();
  if (isList || !ts.isStringLiteralLike(name.initializer)) {
    if (SHAPES[made] === undefined) report("statements are counted", at, `makes ${made}, which SHAPES does not count`);
  }
  counted.set(made, SHAPES[made] ?? 1);
}

function checkCount() {
  const path = `${SERVICE}store/statements.ts`;
  if (!fs.existsSync(join(root, path))) return;
  const [, told = "0"] = /STATEMENTS_MAX = ([\d_]+)/.exec(fs.readFileSync(join(root, path), "utf8")) ?? [];
  const most = [...counted.values()].reduce((sum, count) => sum + count, 0);
  if (most > Number(told.replaceAll("_", "")))
    report("statements are counted", path, `says ${told}, and there are up to ${most}`);
  for (const made of Object.keys(SHAPES)) {
    if (!counted.has(made)) report("statements are counted", path, `nothing makes ${made} any more: SHAPES counts it`);
  }
}

function checkText(file, words, at) {
  if (SQL.test(words) && !inRoom(file, "store/", "platform/")) report("SQL in its place", at, "holds SQL; store/ does");
  if (NOTIFY.test(words)) report("no NOTIFY", at, "notifies inside PostgreSQL; workers poll");
}

/** The text of a string or template, with a question mark for what is put in. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join("");
}

function checkMigrations() {
  for (const path of filesBelow(join(root, "apps/service/migrations"))) {
    const text = fs.readFileSync(path, "utf8").replaceAll(/--.*$/gm, "");
    if (/\bpg_notify\s*\(|^\s*notify\s/im.test(text)) report("no NOTIFY", relative(root, path), "notifies");
  }
}

/** The document shows the very table that is kept. */
function checkDocument() {
  const shown = "docs/internals/rooms.md";
  const path = join(root, shown);
  const table = tableOfRooms();
  if (fs.existsSync(path) && fs.readFileSync(path, "utf8").includes(table)) return;
  report("the table is published", shown, `does not show the table of rooms as it is kept:\n${table}\n`);
}

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

await main();
