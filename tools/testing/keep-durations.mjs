/** Writes down how long each test file took, for the order of the next run. Asked for with KEEP_DURATIONS=1, on a quiet machine. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = new URL("durations.json", import.meta.url);

/** A reporter for Vitest. Files that were not run keep what they had; files that are gone lose it. */
export default class KeepDurations {
  onTestRunEnd(modules) {
    const durations = JSON.parse(readFileSync(KEPT, "utf8"));
    for (const module of modules) {
      const { collectDuration, duration } = module.diagnostic();
      durations[relative(ROOT, module.moduleId)] = Math.round((collectDuration + duration) / 100) * 100;
    }
    const kept = Object.entries(durations).filter(([path]) => existsSync(`${ROOT}${path}`));
    writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
  }
}
