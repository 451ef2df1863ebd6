/** Each rule of the architecture bites: a tree that breaks every one of them gets every complaint. `npm run lint` has the repository keep them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const TOOL = fileURLToPath(new URL("..", import.meta.url));
const broken = mkdtempSync(join(tmpdir(), "holdfast-architecture-"));
afterAll(() => rmSync(broken, { recursive: true, force: true }));

function run(script: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(TOOL, script), ...args], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(broken, name)), { recursive: true });
    writeFileSync(join(broken, name), text);
  }
}

const SRC = "apps/service/src";

/** A file, the line in it that breaks a rule, and what the check has to say of it. */
const BREACHES: readonly (readonly [file: string, line: string, complaint: string])[] = [
  ["packages/contract/src/reader.ts", 'import "node:fs";', "imports fs [imports of contract]"],
  [`${SRC}/platform/domain-word.ts`, 'import "../domain/sound.js";', "domain/sound.ts [imports of platform]"],
  [`${SRC}/domain/asks-store.ts`, 'import "../store/rows.js";', "store/rows.ts [imports of domain]"],
  [`${SRC}/domain/asks-node.ts`, 'import "node:crypto";', "imports crypto [imports of domain]"],
  [`${SRC}/domain/asks-library.ts`, 'import "ajv";', "imports ajv [imports of domain]"],
  [`${SRC}/wire/asks-platform.ts`, 'import "../platform/database.js";', "platform/database.ts [imports of wire]"],
  [`${SRC}/store/read/asks-write.ts`, 'import "../write/changes.js";', "write/changes.ts [imports of store/read]"],
  [
    `${SRC}/store/read/desk/asks-money.ts`,
    'import "../money/sums.js";',
    "money/sums.ts [one subject of store/read imports no other]",
  ],
  [`${SRC}/commands/asks-api.ts`, 'import "../api/plugin.js";', "api/plugin.ts [imports of commands]"],
  [`${SRC}/identity/asks-commands.ts`, 'import "../commands/execute.js";', "execute.ts [imports of identity]"],
  [`${SRC}/api/asks-write.ts`, 'import "../store/write/changes.js";', "store/write/changes.ts [imports of api]"],
  [`${SRC}/api/asks-type.ts`, 'import type { Row } from "../store/rows.js";', "store/rows.ts [imports of api]"],
  [`${SRC}/api/asks-pg.ts`, 'import "pg";', "imports pg [imports of api]"],
  [`${SRC}/pages/asks-api.tsx`, 'import "../api/plugin.js";', "api/plugin.ts [imports of pages]"],
  [`${SRC}/workers/asks-write.ts`, 'import "../store/write/changes.js";', "changes.ts [imports of workers]"],
  [`${SRC}/config/index.ts`, 'import "../app.js";', "app.ts [imports of config]"],
  [`${SRC}/demo.ts`, 'import "./app.js";', "app.ts [only run imports app]"],
  ["packages/cli/src/main.ts", 'import "@holdfast/service/config";', "service/config [imports of cli]"],
  ["bench/src/main.ts", 'import "../../apps/service/src/app.js";', "app.ts [imports of bench]"],
  [`${SRC}/domain/nowhere.ts`, 'import "./missing.js";', "imports ./missing.js [imports of domain]"],
  [`${SRC}/attic/lost.ts`, "export const lost = 1;", "has none [every file has a room]"],
  [
    `${SRC}/api/opens.ts`,
    "export const f = (db: any) => db.transaction(async () => 1);",
    "opens.ts:1: opens a transaction",
  ],
  [`${SRC}/api/pool.ts`, "export const f = (db: any) => db.pool.query('x');", "pool.ts:1: uses the pool"],
  [
    `${SRC}/api/sql.ts`,
    `export const f = (x: string) => \`\n select \${x} from escrows\`;`,
    "sql.ts:1: holds SQL; store/ does [SQL in its place]",
  ],
  [`${SRC}/workers/begins.ts`, 'export const f = "begin";', "begins.ts:1: holds SQL"],
  [
    `${SRC}/store/write/notifies.ts`,
    "export const f = \"select pg_notify('a', 'b')\";",
    "notifies.ts:1: notifies inside PostgreSQL",
  ],
  [`${SRC}/commands/clock.ts`, "export const f = () => Date.now();", "clock.ts:1: reads this machine's clock"],
  [`${SRC}/workers/date.ts`, "export const f = () => new Date();", "date.ts:1: reads this machine's clock"],
  [
    `${SRC}/store/read/shapes.ts`,
    "export const f = (way: string) => ({ name: `list ${way}`, text: 'x' });",
    "shapes.ts:1: makes `list ${way}`, which SHAPES does not count [statements are counted]",
  ],
  [`${SRC}/store/statements.ts`, "export const STATEMENTS_MAX = 1;", "says 1, and there are up to "],
  [
    `${SRC}/store/read/twins.ts`,
    'export const f = [{ name: "find it", text: "select 1" }, { name: "find it", text: "select 2" }];',
    'twins.ts:1: is called "find it" like the statement at',
  ],
  [`${SRC}/wire/long.ts`, "export const long = 1;\n".repeat(401), "has 401 lines, more than 400 [files end]"],
  [`${SRC}/api/trims.ts`, 'export const f = (x: string) => x.replace(/\\n+$/, "");', "in a row [patterns are linear]"],
  [`${SRC}/api/nested.ts`, "export const f = /^(?:a+)+$/;", "takes exponential time"],
  ["packages/contract/src/fields.ts", 'export const word = { pattern: "[a-z]+$" };', "takes quadratic time"],
  ["apps/service/migrations/0001.sql", "notify changed;", "0001.sql: notifies [no NOTIFY]"],
];

test("every rule of the architecture bites", () => {
  write({
    [`${SRC}/domain/sound.ts`]: "export const sound = 1;",
    [`${SRC}/domain/round-a.ts`]: 'import "./round-b.js";',
    [`${SRC}/domain/round-b.ts`]: 'import "./round-a.js";',
    [`${SRC}/store/rows.ts`]: "export type Row = { readonly id: string };",
    [`${SRC}/store/write/changes.ts`]: "export const changes = 'update escrows set status = $1';",
    [`${SRC}/store/read/page.ts`]: "export const page = 1;",
    [`${SRC}/store/read/money/sums.ts`]: 'import "../page.js";\nimport "./parts.js";',
    [`${SRC}/store/read/money/parts.ts`]: "export const parts = 2;",
    [`${SRC}/platform/database.ts`]: "export const database = 'begin';",
    [`${SRC}/commands/execute.ts`]:
      'import "../store/write/changes.js";\nexport const f = (db: any) => db.transaction(async () => 1);',
    [`${SRC}/api/plugin.ts`]: 'import "fastify";\n// a comment may say db.transaction( and select 1 from there',
    [`${SRC}/app.ts`]: 'import "./api/plugin.js";',
    ...Object.fromEntries(BREACHES.map(([file, line]) => [file, line])),
  });
  const { status, output } = run("check.mjs", broken);
  for (const [file, , complaint] of BREACHES) {
    const about = output
      .split("\n")
      .filter((line) => line.startsWith(file.replace(/\.tsx?$/, "")) || line.startsWith(file));
    expect(about.join("\n"), file).toContain(complaint);
  }
  expect(output).toContain("round-a.ts: goes round by");
  expect(output).toContain("fewer than"); // the floor: this tree is smaller than the repository can be
  expect(output).toContain("does not show the table of rooms");
  for (const sound of [
    "sound.ts:",
    "commands/execute.ts:",
    "api/plugin.ts:",
    "store/write/changes.ts:",
    "money/sums.ts:",
  ]) {
    expect(output).not.toMatch(new RegExp(`^[^ ]*${sound}`, "m"));
  }
  expect(status).toBe(1);
});

test("every relative link in the documents leads somewhere", () => {
  const { status, output } = run("links.mjs");
  expect(output).toMatch(/^links: \d+ in \d+ documents, 0 broken\n$/);
  expect(status).toBe(0);
});

test("a link to a missing file, heading or picture is found, one in code or to another site is left alone", () => {
  write({
    "README.md": [
      "# A title, with `code`",
      "[here](#a-title-with-code) [there](docs/a.md#part-1) [gone](docs/gone.md) [no part](docs/a.md#part-9)",
      "`[code](nowhere.md)` [site](https://example.com/x.md)",
      "```\n[fenced](nowhere.md)\n```",
      '<source srcset="docs/a.md"><img src="docs/gone.png">',
    ].join("\n"),
    "docs/a.md": "# A\n## Part 1\n[up](../README.md)",
  });
  const { status, output } = run("links.mjs", broken);
  expect(output).toContain("README.md:2: docs/gone.md leads nowhere");
  expect(output).toContain("README.md:2: docs/a.md#part-9 leads nowhere");
  expect(output).toContain("README.md:7: docs/gone.png leads nowhere");
  expect(output).toContain("links: 7 in 2 documents, 3 broken");
  expect(output).toContain("fewer than");
  expect(status).toBe(1);
});

test("every decision record keeps its form, and every place that names one leads to it", () => {
  const { status, output } = run("records.mjs");
  expect(output).toMatch(/^records: \d+, named in \d+ places, 0 findings\n$/);
  expect(status).toBe(0);
});

test("a record that is missing, shapeless or not listed is found, and a number that leads to another record or to none", () => {
  const record = (title: string) =>
    `# ${title}\n\n## Context\n\nWhy.\n\n## Decision\n\nWhat.\n\n## Consequences\n\n- Enforced by a test.\n`;
  write({
    "docs/decisions/README.md": "# Decisions\n\n- [One](0001-one.md)\n- [Two](0002-two.md)\n- [Two](0002-two.md)\n",
    "docs/decisions/0001-one.md": `${record("1. One")}\nSee [gone](0009-gone.md).\n`,
    "docs/decisions/0002-two.md": `# Two\n\n## Context\n${"\n- a line that says too much for one screen".repeat(110)}\n`,
    "docs/decisions/0004-four.md": record("4. Four"),
    "docs/a.md":
      "[decision 1](decisions/0001-one.md) [decision\n2](decisions/0001-one.md) [it](decisions/0003-three.md)\n",
    "apps/service/src/domain/refers.ts": "// Kept small (decision 62, docs/decisions/0001).\nexport const size = 1;\n",
  });
  const { status, output } = run("records.mjs", broken);
  for (const finding of [
    "docs/decisions/0004-four.md: expected number 0003",
    "docs/decisions/0002-two.md: its title does not begin with its number",
    "docs/decisions/0002-two.md: 114 lines, more than 60",
    "docs/decisions/0002-two.md: 4749 bytes, more than 4096",
    "docs/decisions/0002-two.md: its parts are not Context, Decision, Consequences",
    "docs/decisions/0002-two.md: it does not say what it is enforced by",
    "docs/decisions/README.md: lists 0002-two.md 2 times",
    "docs/decisions/README.md: lists 0004-four.md 0 times",
    "docs/decisions/0001-one.md:15: 0009-gone.md is no record",
    'docs/a.md:1: "2" leads to 0001',
    "docs/a.md:2: 0003-three.md is no record",
    'refers.ts:1: "decision 62": name the record by its file',
    "refers.ts:1: 0001 is no record",
  ])
    expect(output).toContain(finding);
  expect(output).toContain("14 findings");
  expect(status).toBe(1);
});

test("one screen shows the service: at most ten files lie beside its folders", () => {
  const loose = readdirSync(fileURLToPath(new URL(`../../../${SRC}`, import.meta.url)), { withFileTypes: true });
  expect(loose.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(10);
});

test("names, titles and headings use the words of the field", () => {
  const { status, output } = run("names.mjs");
  expect(output).toMatch(/^names: \d{4,} files, 0 problems\n$/);
  expect(status).toBe(0);
});

test("a private word in a path, an exported name, a title or a heading is found, with the word to write instead", () => {
  const tree = mkdtempSync(join(tmpdir(), "holdfast-names-"));
  try {
    spawnSync("git", ["init", "--quiet"], { cwd: tree });
    writeFileSync(join(tree, "doors.ts"), "export const openDoor = 1;\nconst openDoor = 2;\n");
    writeFileSync(join(tree, "a.test.ts"), 'test("the siege ends", () => 1);\n');
    writeFileSync(join(tree, "a.md"), "# The keepers\nThe keeper.\n");
    const { status, output } = run("names.mjs", tree);
    expect(output).toContain('doors.ts: the path has "door": write executor');
    expect(output).toContain('doors.ts: the name "openDoor" has "door": write executor');
    expect(output).toContain('a.test.ts: the title "the siege ends" has "siege": write load test, or kill run');
    expect(output).toContain('a.md: the heading "The keepers" has "keeper": write wrapper');
    expect(output).toContain("names: 3 files, 4 problems");
    expect(status).toBe(1);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});
