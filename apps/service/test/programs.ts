/** Programs of the machine that some stories are told with, where it has them. Node is always there. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

export const has = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Skips the story where one is missing; the end of the run says so. */
export function needs({ skip }: TestContext, ...programs: readonly string[]): void {
  for (const program of programs) skip(!has(program), `this machine has no ${program}`);
}
