/**
 * The embedded server through everything that happens to it: first start, restart, kill -9 of its owner at any point, kill -9 of
 * itself, two processes that want the same directory. All with real processes and real signals.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { acquireLock, type DataDir, openDataDir } from "../../src/platform/data-dir.js";
import { type EmbeddedPostgres, runningPostgres, startEmbeddedPostgres } from "../../src/platform/embedded-postgres.js";
import { withoutRows } from "../../src/platform/log.js";
import { bound, wide } from "../bounds.js";
import { newClient } from "../client.js";
import { copyDataDir } from "../cluster.js";

const silent = { info: () => undefined, warn: () => undefined };
const settings = { fsync: "off" };

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}, 30_000);

/** A new directory, with a space in its name because people have those. */
function newDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), "holdfast test "));
  cleanups.push(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "data");
}

/** A directory whose database was made before, which takes seconds, and then stopped. */
function usedDirectory(): string {
  const path = newDirectory();
  copyDataDir(inject("usedDataDir"), path);
  return path;
}

async function start(dataDir: DataDir, more: Readonly<Record<string, string>> = settings): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, settings: more });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = newClient(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process of its own that runs `body` with the two modules at hand and says what it prints, line by line. */
function runElsewhere(body: string): ChildProcess & { line(): Promise<string> } {
  const source = fileURLToPath(new URL("../../src/platform/", import.meta.url));
  const typescript = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(/^\\.\\.?\\//.test(name) && context.parentURL?.endsWith(".ts") ? name.replace(/\\.js$/, ".ts") : name, context) });`;
  const code = `${typescript}
    const { openDataDir, acquireLock } = await import(${JSON.stringify(join(source, "data-dir.ts"))});
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(source, "embedded-postgres.ts"))});
    const log = { info() {}, warn() {} };
    const settings = { fsync: "off" };
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    printed += `stderr: ${chunk}`;
  });
  cleanups.push(() => void child.kill("SIGKILL"));
  const line = async () => {
    while (!printed.includes("\n")) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the process ended: ${printed}`);
      await sleep(5);
    }
    const [first = "", ...rest] = printed.split("\n");
    printed = rest.join("\n");
    return first;
  };
  return Object.assign(child, { line });
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "");
  } catch {
    return false;
  }
}

const serve = (path: string) => `
  const dataDir = openDataDir(${JSON.stringify(path)});
  acquireLock(dataDir, "service");
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  console.log(postgres.pid);
  setInterval(() => {}, 1000);`;

describe("the server", () => {
  test("starts durable, on loopback only, as a role without privileges that owns its database", async () => {
    const dataDir = openDataDir(newDirectory());
    const postgres = await start(dataDir, {});
    const [facts] = await query(
      postgres.url,
      `select current_user as role, current_database() as database, rolsuper or rolcreatedb or rolcreaterole as privileged,
         (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where datname = current_database()) as owner,
         current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listen,
         current_setting('server_encoding') as encoding,
         (select datcollate from pg_database where datname = current_database()) as collation
       from pg_roles where rolname = current_user`,
    );
    expect(facts).toEqual({
      role: "holdfast",
      database: "holdfast",
      privileged: false,
      owner: "holdfast",
      fsync: "on",
      commit: "on",
      listen: "127.0.0.1",
      encoding: "UTF8",
      collation: "C",
    });
    const [admin] = await query(
      postgres.adminUrl,
      "select rolsuper as super from pg_roles where rolname = current_user",
    );
    expect(admin).toEqual({ super: true });
    await expect(query(postgres.url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow("password");
    expect(readdirSync(dataDir.path).filter((name) => name.includes("draft"))).toEqual([]);
  }, 60_000);

  test("writes down what it refused and by which rule, and nothing of the row; neither do we", async () => {
    const path = usedDirectory();
    const { url } = await start(openDataDir(path));
    await query(url, "create table people (phone text unique check (phone <> '+255712345678'))");
    await query(url, "insert into people values ('+255700000001')");
    const refused: unknown[] = [];
    for (const phone of ["+255712345678", "+255700000001"]) {
      await query(
        url,
        `insert into people select format('%s', convert_from(decode('${Buffer.from(phone).toString("hex")}', 'hex'), 'UTF8'))`,
      ).catch((error: unknown) => refused.push(error));
    }
    expect(refused).toHaveLength(2);
    const said = readFileSync(join(path, "postgres.log"), "utf8");
    expect(said).toContain('violates check constraint "people_phone_check"');
    const ours = JSON.stringify(refused.map(withoutRows));
    expect(ours).toContain("people_phone_check");
    for (const text of [said, ours]) expect(text).not.toMatch(/Failing row|already exists\.|\+2557/);
  });

  test("keeps its data over a stop and a start, and stops for good however often it is asked", async () => {
    const dataDir = openDataDir(usedDirectory());
    const first = await start(dataDir);
    await query(first.url, "create table kept (n int); insert into kept values (7)");
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(dataDir.at("postgres/postmaster.pid"))).toBe(false);

    const second = await start(dataDir);
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
    expect(readFileSync(dataDir.at("postgres.log"), "utf8")).not.toContain("not properly shut down");
  }, 60_000);

  test("stops although clients are still connected", async () => {
    const postgres = await start(openDataDir(usedDirectory()));
    const client = newClient(postgres.url);
    await client.connect();
    const busy = client.query("select pg_sleep(60)").catch((error: Error) => error.message);
    await postgres.stop();
    expect(await busy).toMatch(/terminating connection|Connection terminated/);
  }, 60_000);

  test("comes back on the same address when it dies by itself", { ...wide(), timeout: 60_000 }, async () => {
    const postgres = await start(openDataDir(usedDirectory()));
    await query(postgres.url, "create table kept (n int); insert into kept values (7)");
    const { pid } = postgres;
    process.kill(pid, "SIGKILL");
    await expect.poll(() => postgres.pid, { timeout: 20_000 }).not.toBe(pid);
    await expect
      .poll(() => query(postgres.url, "select n from kept").catch(() => null), { timeout: 20_000 })
      .toEqual([{ n: 7 }]);
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
  });

  test("says with its own last words why it cannot start", async () => {
    const dataDir = openDataDir(usedDirectory());
    await expect(start(dataDir, { ...settings, shared_buffers: "a lot" })).rejects.toThrow(
      /did not start.*shared_buffers/,
    );
    await (await start(dataDir)).stop(); // and the failed start spoilt nothing
  }, 60_000);

  test("refuses a directory whose password was lost, without waiting", async () => {
    const dataDir = openDataDir(usedDirectory());
    await (await start(dataDir)).stop();
    writeFileSync(dataDir.at("postgres-password"), "other");
    await expect(start(dataDir)).rejects.toThrow("does not let us in");
  }, 60_000);

  test.runIf(process.getuid?.() === 0)(
    "runs as another user for root, whether or not that user may enter the directory",
    { ...wide(), timeout: 60_000 },
    async () => {
      for (const mode of [0o700, 0o755]) {
        const path = newDirectory();
        chmodSync(join(path, ".."), mode);
        const dataDir = openDataDir(path);
        const postgres = await start(dataDir);
        expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
        const owner = statSync(dataDir.at("postgres")).uid;
        expect(owner).not.toBe(0);
        expect(statSync(`/proc/${postgres.pid}`).uid).toBe(owner);
        expect(statSync(join(path, "..")).mode & 0o777).toBe(mode);
        await postgres.stop();
      }
    },
  );
});

describe("after kill -9 of the process that ran it", () => {
  test("the server left behind is replaced and no committed row is missing", async () => {
    const path = usedDirectory();
    const owner = runElsewhere(serve(path));
    const orphan = Number(await owner.line());
    const dataDir = openDataDir(path);
    const url = (await runningPostgres(dataDir))?.url;
    await query(url ?? "", "create table kept (n int); insert into kept values (7)");
    await killHard(owner);
    expect(isAlive(orphan)).toBe(true);

    const postgres = await start(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(postgres.pid).not.toBe(orphan);
    expect(await query(postgres.url, "select n from kept")).toEqual([{ n: 7 }]);
  }, 60_000);

  test("a server killed with it is recovered", { ...wide(), timeout: 60_000 }, async () => {
    const path = usedDirectory();
    const owner = runElsewhere(serve(path));
    const orphan = Number(await owner.line());
    const dataDir = openDataDir(path);
    await query((await runningPostgres(dataDir))?.url ?? "", "create table kept (n int); insert into kept values (7)");
    await killHard(owner);
    process.kill(orphan, "SIGKILL");
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("a process number that was used again is left alone", async () => {
    const dataDir = openDataDir(usedDirectory());
    await (await start(dataDir)).stop();
    const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    cleanups.push(() => killHard(bystander));
    const claim = `${bystander.pid}\n${dataDir.at("postgres")}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`;
    writeFileSync(dataDir.at("postgres/postmaster.pid"), claim);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  }, 60_000);

  test("whatever instant of the first start it hit, the next start succeeds", {
    ...wide(),
    timeout: 120_000,
  }, async () => {
    const kills = bound("firstStartKills");
    for (let kill = 0; kill < kills; kill += 1) {
      const delayMilliseconds = 150 + (kill * 1_150) / Math.max(1, kills - 1);
      const path = newDirectory();
      const owner = runElsewhere(`console.log("begun"); ${serve(path)}`);
      await owner.line();
      await sleep(delayMilliseconds);
      await killHard(owner);
      const postgres = await start(openDataDir(path));
      expect(await query(postgres.url, "select current_user as role")).toEqual([{ role: "holdfast" }]);
      await postgres.stop();
    }
  });
});

describe("the lock", () => {
  const hold = (path: string) => `
    const result = acquireLock(openDataDir(${JSON.stringify(path)}), "service");
    console.log("heldBy" in result ? "refused" : "held");
    setInterval(() => {}, 1000);`;

  test("refuses a second process at once and names the first; kill -9 of the first frees it", async () => {
    const path = newDirectory();
    const dataDir = openDataDir(path);
    const holder = runElsewhere(hold(path));
    expect(await holder.line()).toBe("held");
    const asked = performance.now();
    expect(acquireLock(dataDir, "command")).toEqual({ heldBy: { holder: "service", pid: holder.pid } });
    expect(performance.now() - asked).toBeLessThan(500);

    await killHard(holder);
    const lock = acquireLock(dataDir, "command");
    if ("heldBy" in lock) throw new Error("the lock outlived its holder");
    expect(acquireLock(dataDir, "service")).toEqual({ heldBy: { holder: "command", pid: process.pid } });
    lock.release();
    lock.release();
    const again = acquireLock(dataDir, "service");
    expect("heldBy" in again).toBe(false);
    if (!("heldBy" in again)) again.release();
  }, 30_000);

  test("goes to exactly one of many that come at once, and none of them warns on stderr", async () => {
    const path = newDirectory();
    const answers = await Promise.all(Array.from({ length: 8 }, () => runElsewhere(hold(path)).line()));
    expect(answers.sort()).toEqual(["held", ...Array.from({ length: 7 }, () => "refused")]);
  }, 60_000);
});

describe("a generated secret", () => {
  test("is made once, for this user alone, and is the same for processes that ask first at once", async () => {
    const path = newDirectory();
    const ask = `console.log(openDataDir(${JSON.stringify(path)}).secretFile("key", () => crypto.randomUUID())); setInterval(() => {}, 1000);`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => runElsewhere(ask).line()));
    const dataDir = openDataDir(path);
    expect(new Set(answers)).toEqual(new Set([dataDir.secretFile("key", () => "another")]));
    expect(dataDir.readSecret("key")).toBe(answers[0]);
    expect(dataDir.readSecret("absent")).toBeNull();
    expect(readdirSync(path)).toEqual(["key"]);
    if (process.platform !== "win32") expect(statSync(dataDir.at("key")).mode & 0o777).toBe(0o600);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o700);
  }, 60_000);
});
