/** Lines from a page, run as a reader who pastes them would: a receiver of webhooks on a port of this machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export type Receiver = {
  /** Settles when it has printed that; what it said before counts. */
  says(text: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a receiver, and waits until it listens. */
export async function serve(command: string, args: readonly string[], port: number): Promise<Receiver> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const heard = listenTo(child);
  for (let tries = 0; tries < 300; tries += 1) {
    if (await answers(port))
      return { says: (text) => until(() => heard().includes(text), `${command}: ${text}`), stop: () => stop(child) };
    await pause();
  }
  await stop(child);
  throw new Error(`${command} does not listen: ${heard()}`);
}

function listenTo(child: ChildProcess): () => string {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  return () => said;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  await gone;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (isSo()) return;
    await pause();
  }
  throw new Error(`never heard: ${what}`);
}
