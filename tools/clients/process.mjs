/** Programs of others, run to their end. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const HERE = fileURLToPath(new URL(".", import.meta.url));
/** What is made and may be deleted: environments, generated clients, reports. */
export const CACHE = fileURLToPath(new URL(".cache/", import.meta.url));
const WITHIN_MS = 600_000;

/**
 * Runs a program; `code` is null when there is no such program or it took too long. `output` is stdout and stderr together.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, withinMs?: number }} [options]
 * @returns {Promise<{ code: number | null, stdout: string, output: string }>}
 */
export function run(file, args, { cwd = HERE, env = {}, withinMs = WITHIN_MS } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const cut = setTimeout(() => child.kill("SIGKILL"), withinMs);
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    const end = (code) => {
      clearTimeout(cut);
      resolve({ code, stdout, output });
    };
    child.once("error", (error) => {
      output += error.message;
      end(null);
    });
    child.once("close", end);
  });
}

/** A step that did not do what it should. */
export class Failure extends Error {}

/** The same, for a program that has to succeed. @throws Failure with what it printed last. */
export async function mustRun(file, args, options) {
  const ended = await run(file, args, options);
  if (ended.code !== 0) throw new Failure(`${[file, ...args].join(" ")}\n${ended.output.trim().slice(-4_000)}`);
  return ended;
}
