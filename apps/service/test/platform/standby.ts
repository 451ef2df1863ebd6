/** A primary and a standby that streams from it, each a server of its own on copies of one stopped deployment. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { openDataDir } from "../../src/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres.js";
import { freePort } from "../../src/platform/free-port.js";
import { chooseUser, findPrograms, handOver, spawnAs } from "../../src/platform/postgres-programs.js";
import { newClient } from "../client.js";
import { copyDataDir } from "../cluster.js";

const SILENT = { info: () => undefined, warn: () => undefined };
const SETTINGS = { fsync: "off", wal_level: "replica", max_wal_senders: "4", max_connections: "60" };

export type Pair = {
  /** Of the role that serves. */
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** As the superuser of the primary. */
  admin(text: string): Promise<void>;
  /** Ends what is replayed on the standby, or goes on with it: it shows what was true then. */
  pauseReplay(isPaused: boolean): Promise<void>;
  /** Waits until the standby has all that was committed. */
  caughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  close(): Promise<void>;
};

const asked = async <Row>(url: string, text: string): Promise<Row> => {
  const client = newClient(url);
  await client.connect();
  try {
    return (await client.query(text)).rows[0] as Row;
  } finally {
    await client.end();
  }
};

export async function openPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-pair-"));
  const [first, second] = [join(folder, "primary"), join(folder, "standby")] as const;
  copyDataDir(inject("usedDataDir"), first);
  const start = () => startEmbeddedPostgres({ dataDir: openDataDir(first), log: SILENT, settings: SETTINGS });
  // Once, so that the copy knows from its control file that it may serve reads while it recovers.
  await (await start()).stop();
  copyDataDir(first, second);
  const primary = await start();
  const standby = await startStandby(second, primary.adminUrl);
  const adminUrl = primary.adminUrl.replace("/postgres?", "/holdfast?");
  const standbyAdminUrl = withPort(adminUrl, standby.port);
  return {
    primaryUrl: primary.serviceUrl,
    standbyUrl: withPort(primary.serviceUrl, standby.port),
    admin: async (text) => void (await asked(adminUrl, text)),
    pauseReplay: async (isPaused) =>
      void (await asked(standbyAdminUrl, `select pg_wal_replay_${isPaused ? "pause" : "resume"}()`)),
    caughtUp: async () => {
      const { lsn } = await asked<{ lsn: string }>(adminUrl, "select pg_current_wal_lsn() as lsn");
      const text = `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is_there`;
      while (!(await asked<{ is_there: boolean }>(standbyAdminUrl, text)).is_there) await sleep(20);
    },
    stopStandby: standby.stop,
    close: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const withPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href;

async function startStandby(path: string, primaryUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  const dataDir = openDataDir(path);
  const directory = dataDir.at("postgres");
  const programs = await findPrograms();
  const user = chooseUser(programs, dataDir.path, directory);
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl);
  writeFileSync(join(directory, "standby.signal"), "");
  handOver(directory, user);
  const port = await freePort();
  const settings = {
    ...SETTINGS,
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
  };
  const args = ["-D", directory, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = spawnAs(user, [programs.postgres, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (bytes) => {
    said += bytes;
  });
  const ended = once(child, "exit");
  for (const url = withPort(primaryUrl, port); ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`the standby ended: ${said}`);
    const isUp = await asked(url, "select 1").then(
      () => true,
      () => false,
    );
    if (isUp) break;
  }
  return {
    port,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}
