/**
 * Keeps a database of the last release, with rows in every table, for the test that upgrades it. The release's own code writes them, in a
 * copy of its tree; the story is told by apps/service/test/store/keep-rows.ts of this one.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRelease, LAST } from "./earlier.mjs";

const SERVICE = fileURLToPath(new URL("../../apps/service/", import.meta.url));
const STORIES = "apps/service/test/store";

/** @returns what the process ends with; 0 when the rows are kept */
export function keepRows() {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-rows-"));
  try {
    fs.cpSync(buildRelease(LAST.commit), folder, { recursive: true, verbatimSymlinks: true });
    for (const [from, to] of [
      ["keep-rows.ts", "keep-rows.test.ts"],
      ["kept-rows.ts", "kept-rows.ts"],
    ])
      fs.copyFileSync(join(SERVICE, "test/store", from), join(folder, STORIES, to));
    const fixture = join(SERVICE, "test/fixtures", `${LAST.version}.sql.gz`);
    fs.mkdirSync(join(SERVICE, "test/fixtures"), { recursive: true });
    const vitest = [join(folder, "node_modules/vitest/vitest.mjs"), "run", `${STORIES}/keep-rows.test.ts`];
    const env = { ...process.env, ROWS_TO: fixture };
    return spawnSync(process.execPath, vitest, { cwd: folder, env, stdio: "inherit" }).status ?? 1;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
