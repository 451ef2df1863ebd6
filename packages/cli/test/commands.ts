/** Running commands, and what every one of them must hold to. */
import { afterAll, expect } from "vitest";
import {
  cleanUp,
  type Ended,
  type Environment,
  holdfast as launched,
} from "../../../apps/service/test/process/launch.js";
import { commandLine } from "../src/program.js";
import { within } from "../src/run.js";

const drops: (() => Promise<unknown>)[] = [];

/** Ends what the tests of the file have started, and closes what they opened. To be called once, at the top of the file. */
export function cleanUpAtEnd(): void {
  afterAll(async () => {
    await cleanUp();
    for (const drop of drops) await drop();
  });
}

/** What is to be undone once the processes are gone. */
export const atEnd = (drop: () => Promise<unknown>): void => void drops.push(drop);

/**
 * Runs a command to its end: on a database that a service shares with it, here, where nothing has to be loaded again; and as the
 * process that it is where it has no database, or a directory that one process at a time holds.
 */
export async function holdfast(args: readonly string[], env: Environment): Promise<Ended> {
  if (env["DATABASE_URL"] === undefined) return launched(args, env);
  const printed = { stdout: "", stderr: "" };
  let code = 0;
  const print = (name: keyof typeof printed) => (text: string) => {
    printed[name] += text;
  };
  const end = (exitCode: number): void => {
    code = exitCode;
  };
  await within({ env: { ...env }, print: print("stdout"), complain: print("stderr"), end }, () => commandLine(args));
  return { code, signal: null, ...printed };
}

/** What a command that succeeds prints with --json: one value, and nothing else anywhere. */
export async function json(args: readonly string[], env: Environment): Promise<any> {
  const ended = await holdfast([...args, "--json"], env);
  expect({ ...ended, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  expect(ended.stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(ended.stdout);
}

/** The same for people. */
export async function text(args: readonly string[], env: Environment): Promise<string> {
  const ended = await holdfast(args, env);
  expect({ ...ended, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  expect(() => JSON.parse(ended.stdout)).toThrow();
  return ended.stdout;
}

export const expectRefused = (ended: Ended, code: number, line: RegExp): void => {
  expect(ended.stderr).toMatch(/^holdfast: [^\n]+\n$/);
  expect(ended.stderr).toMatch(line);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
};

/** A few processes at a time: as many as a small machine runs well. */
export async function inThrees<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all([workOn(), workOn(), workOn()]);
}

export const newMerchant = (
  env: Environment,
  email = "a@a.example",
): Promise<{ account_id: string; api_key: string }> =>
  json(["merchant", "create", "--email", email, "--trading-name", "A", "--verified"], env);
