/** How a command runs: on the store of the deployment, and with one result for scripts and for people. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";

export const EXIT_REFUSED = 1;

type Work = Parameters<typeof admin.withStore<Result>>[0];

/** What a command found: the JSON value, the same for people, and whether it amounts to a refusal. */
type Result = { readonly value: unknown; readonly text: string; readonly refused?: boolean };

/** How a command is entered: below the group of its noun, with --json and the manners of the program. */
export type Entering = {
  /** @param hidden whether `--help` leaves it out. */
  readonly group: (name: string, description: string, hidden?: boolean) => Command;
  readonly add: (parent: Command, usage: string, description: string) => Command;
};

/** What a command line finds around it. */
export type Surroundings = {
  /** Its settings; undefined for those of the process and its `.env` file. */
  readonly env: NodeJS.ProcessEnv | undefined;
  print(text: string): void;
  complain(text: string): void;
  /** Tells the exit code of a command that ended otherwise than well. */
  end(code: number): void;
};

const PROCESS: Surroundings = {
  env: undefined,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  end: (code) => {
    process.exitCode = code;
  },
};

/** Several command lines may run in one process, each with its own. */
const surroundings = new AsyncLocalStorage<Surroundings>();
export const around = (): Surroundings => surroundings.getStore() ?? PROCESS;
export const within: <Ended>(own: Surroundings, work: () => Ended) => Ended = surroundings.run.bind(surroundings);

/**
 * Prints what `work` found: one JSON value and nothing else, or text for people.
 * @param given.creates whether it may be the first of a new deployment, which people are then told.
 */
export async function run(json: boolean, work: Work, given: { readonly creates?: boolean } = {}): Promise<void> {
  const { env, print, end } = around();
  const config = admin.readConfig(env);
  const begunIn = given.creates === true ? admin.beginsIn(config) : null;
  const found = await admin.withStore(work, config, given);
  const { value, refused } = found;
  const text = begunIn === null ? found.text : `${found.text}\nA new deployment was made in DATA_DIR=${begunIn}.`;
  print(json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  if (refused) end(EXIT_REFUSED);
}

export const lines = (rows: readonly string[], none: string): string => (rows.length === 0 ? none : rows.join("\n"));

/** For a command that goes on until it is stopped. A second signal changes nothing: npm passes on the one that the terminal has sent already. The end is near anyway. */
export function stopOnSignals(): AbortController {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  // The reader of the lines has left.
  process.stdout.on("error", () => stopping.abort());
  return stopping;
}
