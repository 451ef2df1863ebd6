/** A real PgBouncer in transaction mode before the databases of the run: that of PGBOUNCER, or of the PATH, where it is 1.21 or later. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../src/platform/free-port.js";
import { STATEMENTS_MAX } from "../src/store/statements.js";
import { newClient } from "./client.js";

export const NO_POOLER = "no PgBouncer 1.21 or later here";

/** What the role that serves has to have behind it. */
export const ALTERATIONS = `
  alter role holdfast_service set statement_timeout = '12s';
  alter role holdfast_service set lock_timeout = '10s';
  alter role holdfast_service set idle_in_transaction_session_timeout = '12s';
  alter role holdfast_service set plan_cache_mode = 'force_generic_plan';
  alter role holdfast_service set jit = 'off'`;

/** The program; null without one. */
export function findPooler(): string | null {
  const program = process.env["PGBOUNCER"] ?? "pgbouncer";
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  return Number(major) > 1 || Number(minor) >= 21 ? program : null;
}

export type Pooler = {
  /** The same database by way of the pooler. */
  through(url: string): string;
  /** What an operator types on its console. */
  command(text: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * @param urls of one server, one of each role that comes through.
 * @param settings of pgbouncer.ini, beside those that a deployment has.
 */
export async function openPooler(
  program: string,
  urls: readonly string[],
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-pooler-"));
  const port = await freePort();
  const users = urls.map((url) => new URL(url));
  const [{ hostname, port: serverPort }] = users as [URL];
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users"),
    admin_users: users[0]?.username,
    pool_mode: "transaction",
    default_pool_size: 5,
    max_prepared_statements: STATEMENTS_MAX,
    max_client_conn: 1_000,
    ...(process.getuid?.() === 0 ? { user: "nobody" } : {}),
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`);
  const ini = join(folder, "pgbouncer.ini");
  writeFileSync(ini, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join("")}`);
  writeFileSync(all.auth_file, users.map(({ username, password }) => `"${username}" "${password}"\n`).join(""));
  chmodSync(folder, 0o755);
  const child = spawn(program, [ini], { stdio: ["ignore", "ignore", "pipe"] });
  await comeUp(child, port);
  const through = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  return {
    through,
    command: async (text) => {
      const console = newClient(Object.assign(new URL(through(urls[0] ?? "")), { pathname: "/pgbouncer" }).href);
      await console.connect();
      await console.query(text);
      await console.end();
    },
    close: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function comeUp(child: ChildProcess, port: number): Promise<void> {
  let said = "";
  child.stderr?.on("data", (bytes) => {
    said += bytes;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    const socket = connect(port, "127.0.0.1");
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await sleep(20);
  }
}
