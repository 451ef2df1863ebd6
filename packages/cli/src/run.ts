/** How a command runs: on the store of the deployment, and with one result for scripts and for people. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";

export const EXIT_REFUSED = 1;

type Work = Parameters<typeof admin.withStore<Result>>[0];

/** What a command found: the JSON value, the same for people, and whether it amounts to a refusal. */
type Result = { readonly value: unknown; readonly text: string; readonly refused?: boolean };

/** How a command is entered: below the group of its noun, with --json and the manners of the program. */
export type Entering = {
  readonly group: (name: string, description: string) => Command;
  readonly add: (parent: Command, usage: string, description: string) => Command;
};

/** Prints what `work` found: one JSON value and nothing else, or text for people. */
export async function run(json: boolean, work: Work): Promise<void> {
  const { value, text, refused } = await admin.withStore(work);
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  if (refused) process.exitCode = EXIT_REFUSED;
}

export const lines = (rows: readonly string[], none: string): string => (rows.length === 0 ? none : rows.join("\n"));
