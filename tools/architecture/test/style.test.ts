/** The rules that keep style bite. `npm run lint` has the repository follow them, which CI runs beside the tests. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BIOME = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
const elsewhere = mkdtempSync(join(tmpdir(), "holdfast-style-"));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

function lint(folder: string): string {
  const args = [BIOME, "lint", "--max-diagnostics=none", "--colors=off", "."];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return stdout + stderr;
}

/** A program of its own: on a busy machine it takes a minute. */
const LONG = { timeout: 300_000 } as const;

/** A line that only an impure file could hold, and the rule that has to refuse it. */
const IMPURE: readonly (readonly [line: string, rule: string])[] = [
  ['import "node:fs";', "noRestrictedImports"],
  ['import "pg";', "noRestrictedImports"],
  ["export const a = Date.now();", "noRestrictedGlobals"],
  ["export const b = new Date();", "noRestrictedGlobals"],
  ["export const c = Math.random();", "noJsRestrictedProperties"],
  ["export const d = process.env;", "noRestrictedGlobals"],
  ["export const e = crypto.randomUUID();", "noRestrictedGlobals"],
  ['export const f = async () => await fetch("x");', "noRestrictedGlobals"],
  ["export const g = () => setTimeout(() => 1, 1);", "noRestrictedGlobals"],
  ["export const h = globalThis.Date;", "noJsRestrictedProperties"],
  ["export const i = (x: any) => x;", "noExplicitAny"],
  ["export enum J { K }", "noEnum"],
  ["Promise.resolve(1);", "noFloatingPromises"],
  ["export default 1;", "noDefaultExport"],
];

test("what is impure is refused in the domain and at the wire", LONG, () => {
  copyFileSync(join(ROOT, "biome.json"), join(elsewhere, "biome.json"));
  for (const room of ["domain", "wire"]) {
    const folder = join(elsewhere, "apps/service/src", room);
    mkdirSync(folder, { recursive: true });
    for (const [index, [line]] of IMPURE.entries()) writeFileSync(join(folder, `line-${index}.ts`), `${line}\n`);
    writeFileSync(join(folder, "pure.ts"), 'import "@holdfast/contract";\nexport const pure = Math.max(1, 2);\n');
  }
  const output = lint(elsewhere);
  for (const room of ["domain", "wire"]) {
    for (const [index, [line, rule]] of IMPURE.entries()) {
      expect(output, line).toMatch(
        new RegExp(`^apps/service/src/${room}/line-${index}\\.ts:\\d+:\\d+ lint/\\w+/${rule} `, "m"),
      );
    }
  }
  expect(output).not.toContain("pure.ts");
});
