/** Files of batches that the tests write, before the schema that ISO 20022 publishes and a reader of NACHA's files that others wrote. */
import fs from "node:fs";
import { join } from "node:path";
import { mustRun, ROOT } from "../clients/process.mjs";
import { CACHE } from "./tools.mjs";

const TEST = "apps/service/test/providers/manual/batch-files.test.ts";

export async function judgeFiles({ python, pathOf }) {
  const folder = join(CACHE, "rail-files");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", TEST];
  await mustRun(process.execPath, args, { cwd: ROOT, env: { RAIL_FILES: folder } });
  const { stdout } = await mustRun(python, [pathOf("rails.py"), folder]);
  return stdout.trim();
}
