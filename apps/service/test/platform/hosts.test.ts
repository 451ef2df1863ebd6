/** Hosts that stop to answer without a word, or open no more connections. */
import net from "node:net";
import { expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { newDatabase } from "../harness.js";

/** More than a lock is waited for. */
const PATIENCE_MS = 2_100;
const IDLE = 4;

type Held = "none" | "new" | "all";

/** A line to the server that can be held: connections are taken, and nothing comes through, be it of those that are opened from then on. */
async function openLine(to: URL): Promise<{ readonly port: number; hold(held: Held): void; close(): void }> {
  let held: Held = "none";
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const isNew = held === "new";
    const far = net.connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => (isNew || held === "all" ? undefined : into.write(bytes)));
      from.on("error", () => undefined);
      from.on("close", () => into.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    hold: (which) => {
      held = which;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const ask = (db: Database): Promise<readonly unknown[]> =>
  db.query({ name: "test: ask", text: "select pg_sleep(0.05), 1 as said" });

test("a host that hangs costs one statement its patience: every idle connection to it goes with the first", async () => {
  const direct = new URL(await newDatabase());
  const line = await openLine(direct);
  const db = openDatabase(direct.href.replace(direct.host, `127.0.0.1:${line.port},${direct.host}`), {
    connections: IDLE,
    timeoutMs: PATIENCE_MS,
  });
  try {
    await Promise.all(Array.from({ length: IDLE }, () => ask(db)));
    expect(db.pool.idleCount).toBe(IDLE);
    line.hold("all");
    await expect(ask(db)).rejects.toThrow(DatabaseUnavailable);
    for (let at = 0; at < IDLE; at += 1) await expect(ask(db)).resolves.toMatchObject([{ said: 1 }]);
  } finally {
    line.close();
    await db.close();
  }
});

test("a host that opens no more connections answers on those that it has", async () => {
  const direct = new URL(await newDatabase());
  const line = await openLine(direct);
  const db = openDatabase(direct.href.replace(direct.host, `127.0.0.1:${line.port}`), { connections: IDLE });
  try {
    await ask(db);
    line.hold("new");
    const answers = await Promise.all([ask(db), ask(db)]);
    expect(answers).toMatchObject([[{ said: 1 }], [{ said: 1 }]]);
  } finally {
    line.close();
    await db.close();
  }
});
