/** The adapters of `examples/providers`, each as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../payments/desk.js";
import { freePort, ROOT } from "../../process/launch.js";
import { ADAPTER_SECRET } from "./stage.js";

export type Example = { readonly url: string; stop(): Promise<void> };

const FOLDER = join(ROOT, "examples/providers");

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};

async function answers(url: string, child: ChildProcess): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the adapter ended with ${child.exitCode}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
}

/** @param given.folder another copy of it. given.env what it is told besides, such as where to report. */
export async function startNodeAdapter({
  folder = join(FOLDER, "node"),
  env = {},
  port: wanted = null,
}: {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number | null;
} = {}): Promise<Example> {
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [join(folder, "adapter.mjs")], {
    env: { SECRETS: ADAPTER_SECRET, PORT: String(port), ...env },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return { url, stop: () => stopped(child) };
}

/** The server that PHP brings along; its books lie in a folder. */
export async function startPhpAdapter(): Promise<Example> {
  const port = await freePort();
  const books = mkdtempSync(join(tmpdir(), "holdfast-adapter-"));
  const child = spawn("php", ["-q", "-S", `127.0.0.1:${port}`, join(FOLDER, "php/adapter.php")], {
    env: { PATH: process.env["PATH"], SECRETS: ADAPTER_SECRET, BOOKS: join(books, "bank.json") },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return {
    url,
    stop: async () => {
      await stopped(child);
      rmSync(books, { recursive: true });
    },
  };
}
