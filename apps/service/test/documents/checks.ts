/** What can be told of a block of code without running it: that it parses, and that what it names exists. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { Block } from "../../../../tools/testing/blocks.js";
import type { Json, World } from "../harness.js";
import { ROOT } from "../process/launch.js";

const run = promisify(execFile);

/** A folder in which `@holdfast/sdk` is found, as in a store that installed it. */
export function storeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-blocks-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

export const nameOf = ({ file, line }: Block): string => `${file}:${line}`;

export function keep(folder: string, block: Block, ending: string): string {
  const path = join(folder, `${nameOf(block).replaceAll(/[^\w]+/g, "-")}.${ending}`);
  writeFileSync(path, block.code);
  return path;
}

/** Fails with what the program says. */
async function mustAccept(block: Block, program: string, args: readonly string[]): Promise<void> {
  const fault = await run(program, args).then(
    () => "",
    (error: Json) => `${nameOf(block)}\n${error["stderr"]}${error["stdout"]}`,
  );
  expect(fault).toBe("");
}

const read = (document: string): string => readFileSync(join(ROOT, document), "utf8");

/** It parses; commands, npm scripts and settings in it exist. */
export async function checkShell(block: Block, folder: string): Promise<void> {
  await mustAccept(block, "bash", ["-n", keep(folder, block, "sh")]);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Json };
  for (const [, script] of block.code.matchAll(/\bnpm (?:run (?:-s )?)?(\w+)/g)) {
    if (script !== "install" && script !== "ci") expect(Object.keys(scripts), nameOf(block)).toContain(script);
  }
  for (const [, words = ""] of block.code.matchAll(/holdfast -- ([^#\n|]+)/g)) checkCommand(block, words.trim());
  if (!block.code.includes("npm start")) return;
  const settings = read("docs/reference/configuration.md") + read("docs/reference/scale/cells.md");
  for (const [, name] of block.code.matchAll(/\b([A-Z][A-Z_]{3,})=/g)) expect(settings).toContain(`\`${name}\``);
}

/** How each command is used, as the first column of the reference says. */
const USAGES = [
  ...[read("docs/reference/command-line.md"), read("docs/reference/scale/cells.md")]
    .join("\n")
    .matchAll(/^\| ((?:\\\||[^|])+) \|/gm),
].flatMap(([, cell = ""]) => [...cell.replaceAll("\\|", "|").matchAll(/`([^`]+)`/g)].map(([, usage = ""]) => usage));

/** The reference of the command line knows it, with these options; another test compares that one with the program. */
function checkCommand(block: Block, words: string): void {
  const [first = "", second = ""] = words.split(/\s+/);
  const usages = USAGES.filter((usage) => usage === first || usage.startsWith(`${first} `));
  const exact = usages.filter((usage) => usage.startsWith(`${first} ${second}`));
  const hasVerbs = usages.every((usage) => /^\w+ [a-z]/.test(usage));
  const [usage] = exact.length > 0 || hasVerbs ? exact : usages;
  expect(usage, `${nameOf(block)}: holdfast ${words}`).toBeDefined();
  for (const [option] of words.matchAll(/--[a-z-]+/g)) expect(usage, nameOf(block)).toContain(option);
}

/** The database takes its grammar; what it names need not exist. */
export async function checkSql({ code }: Block, { db }: World): Promise<void> {
  await db.query({ name: `parse ${code.length}`, text: `do $check$ begin return; ${code} end $check$`, values: [] });
}

export const checkPhp = (block: Block, folder: string): Promise<void> =>
  mustAccept(block, "php", ["-l", keep(folder, block, "php")]);

export const checkPython = (block: Block, folder: string): Promise<void> =>
  mustAccept(block, "python3", [
    "-c",
    "import ast, sys; ast.parse(open(sys.argv[1]).read())",
    keep(folder, block, "py"),
  ]);

export const checkJavaScript = (block: Block, folder: string): Promise<void> =>
  mustAccept(block, process.execPath, ["--check", keep(folder, block, "mjs")]);

const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");
const STRICT = "--noEmit --strict --target es2024 --module nodenext --types node --skipLibCheck".split(" ");

/** All of them at once: the compiler takes longer to start than to read them. */
export async function checkTypeScript(blocks: readonly Block[], folder: string): Promise<void> {
  const files = blocks.map((block) => keep(folder, block, "mts"));
  const fault = await run(process.execPath, [COMPILER, ...STRICT, ...files], { cwd: folder }).then(
    () => "",
    (error: Json) => String(error["stdout"]),
  );
  expect(fault).toBe("");
}
