/**
 * The order of test files: one project after the other, since a worker is kept for the next file of its project alone, and in each
 * the longest first, so that no long one is left for the end. Durations are those of a run that was told to keep them.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Milliseconds, by the path of the file below the repository. */
const DURATIONS = JSON.parse(readFileSync(new URL("durations.json", import.meta.url), "utf8")) as Record<
  string,
  number
>;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const placeOf = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    // A file that nobody has timed yet comes first: it may be a long one.
    const durationOf = ({ moduleId }: TestSpecification): number =>
      DURATIONS[relative(ROOT, moduleId)] ?? Number.MAX_SAFE_INTEGER;
    return files.sort((a, b) => placeOf(a) - placeOf(b) || durationOf(b) - durationOf(a));
  }
}
