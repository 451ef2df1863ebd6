/** A program in another language that answers each line with a line. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Json } from "../harness.js";

/** Sends one question at a time. @throws once the program has ended. */
export type Ask = (question: unknown) => Promise<Json>;

const running = new Set<ChildProcess>();

export function drive(command: string, args: readonly string[]): Ask {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  running.add(child);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${command} ended with ${code} in place of an answer; it says why above`);
  });
  ended.catch(() => undefined);
  child.stdin.on("error", () => undefined); // it has ended, which is told
  return async (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
    return JSON.parse(line) as Json;
  };
}

/** For `afterAll`. */
export function stopDrivers(): void {
  for (const child of running) child.kill();
  running.clear();
}
