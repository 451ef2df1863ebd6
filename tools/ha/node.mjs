/** One node: etcd, Patroni with its PostgreSQL, and PgBouncer, on the files of deploy/patroni. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "../clients/process.mjs";

const FILES = join(ROOT, "deploy/patroni");

export const PORTS = { postgres: 5432, pooler: 6432, patroni: 8008, etcd: 2379 };

/**
 * @param {{ number: number, folder: string, network: object, programs: object, passwords: Record<string, string> }} given
 *   `folder` is its own: a process belongs to the node if it works there.
 */
export function openNode({ number, folder, network, programs, passwords }) {
  const name = `db-${number}`;
  const address = network.addressOf(number);
  const path = (file) => join(folder, file);
  fs.mkdirSync(folder, { recursive: true });
  const fill = (file) => fillIn(fs.readFileSync(join(FILES, file), "utf8"), { name, address, network, passwords });
  write(path("etcd.json"), etcdOf(parse(fill("etcd.yml")), path));
  write(path("patroni.json"), patroniOf(parse(fill("patroni.yml")), { path, programs }));
  fs.writeFileSync(path("pgbouncer.ini"), poolerOf(fill("pgbouncer.ini"), path));
  fs.writeFileSync(
    path("users"),
    ["holdfast_owner", "holdfast_service"].map((role) => `"${role}" "${passwords[role]}"\n`).join(""),
  );
  for (const file of ["bootstrap.sh", "roles.sql"]) fs.copyFileSync(join(FILES, file), path(file));
  hand(folder, programs.user);

  const start = (program, args) => {
    const { user } = programs;
    const as = user === null ? [] : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
    const [file, ...rest] = [...network.enter(number), ...as, program, ...args];
    const log = fs.openSync(path("log"), "a");
    const child = spawn(file, rest, {
      cwd: folder,
      stdio: ["ignore", log, log],
      detached: true,
      env: {
        PATH: `${programs.postgres}:${process.env.PATH}`,
        HOME: folder,
        LANG: "C.UTF-8",
        HOLDFAST_OWNER_PASSWORD: passwords.holdfast_owner,
        HOLDFAST_SERVICE_PASSWORD: passwords.holdfast_service,
      },
    });
    fs.closeSync(log);
    child.once("error", (error) => fs.appendFileSync(path("log"), `${program}: ${error.message}\n`));
  };
  const signal = (name) => {
    // Again, until a look finds nobody new: what is under way may have started another.
    for (const done = new Set(); ; ) {
      const left = processesIn(folder).filter((pid) => !done.has(pid));
      if (left.length === 0) return;
      for (const pid of left) {
        done.add(pid);
        tryKill(pid, name);
      }
    }
  };
  return {
    number,
    name,
    address,
    folder,
    start: () => {
      start(programs.etcd, ["--config-file", path("etcd.json")]);
      start(programs.pgbouncer, [path("pgbouncer.ini")]);
      start(programs.patroni, [path("patroni.json")]);
    },
    /** To all that runs on it. */
    signal,
    /** To its PostgreSQL alone: SIGKILL is a crash, SIGQUIT an immediate stop. */
    signalPostmaster: (name) => {
      const [pid] = fs.readFileSync(path("data/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), name);
    },
    cut: network.cut === null ? null : () => network.cut(number),
    mend: () => network.mend(number),
    superuserUrl: `postgres://postgres:${passwords.postgres}@${address}:${PORTS.postgres}/holdfast`,
    /** What Patroni says of the cluster as this node sees it; null where it does not answer. */
    async cluster() {
      try {
        const response = await fetch(`http://${address}:${PORTS.patroni}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return await response.json();
      } catch {
        return null;
      }
    },
    /** Makes it hand over in good order. */
    async switchOver() {
      const response = await fetch(`http://${address}:${PORTS.patroni}/switchover`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ leader: name }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`the switch was refused: ${await response.text()}`);
    },
  };
}

const write = (path, value) => fs.writeFileSync(path, JSON.stringify(value, null, 2));

function fillIn(text, { name, address, network, passwords }) {
  const words = {
    NODE_NAME: name,
    NODE_ADDRESS: address,
    SUPERUSER_PASSWORD: passwords.postgres,
    REPLICATION_PASSWORD: passwords.replicator,
    REWIND_PASSWORD: passwords.rewinder,
  };
  return text
    .replaceAll(/\b(?:NODE|SUPERUSER|REPLICATION|REWIND)_[A-Z]+\b/g, (word) => words[word] ?? word)
    .replaceAll(/\b10\.0\.0\.([123])\b/g, (_, number) => network.addressOf(Number(number)));
}

/** Without TLS, and in the node's folder. */
function etcdOf(config, path) {
  const plain = Object.fromEntries(
    Object.entries(config)
      .filter(([key]) => !key.endsWith("-transport-security"))
      .map(([key, value]) => [key, typeof value === "string" ? value.replaceAll("https://", "http://") : value]),
  );
  return { ...plain, "data-dir": path("etcd"), logger: "zap", "log-level": "warn", "unsafe-no-fsync": false };
}

/** Without TLS and a watchdog, in the node's folder, and with little memory. */
function patroniOf({ restapi, etcd3, bootstrap, postgresql, scope, name }, { path, programs }) {
  const { ssl: _on, ssl_cert_file: _cert, ssl_key_file: _key, ssl_ca_file: _ca, ...parameters } = postgresql.parameters;
  return {
    scope,
    name,
    restapi: { listen: restapi.listen, connect_address: restapi.connect_address },
    etcd3: { hosts: etcd3.hosts },
    watchdog: { mode: "off" },
    bootstrap: { ...bootstrap, post_bootstrap: path("bootstrap.sh") },
    postgresql: {
      ...postgresql,
      bin_dir: programs.postgres,
      data_dir: path("data"),
      pgpass: path("pgpass"),
      parameters: { ...parameters, unix_socket_directories: path("."), shared_buffers: "64MB", max_wal_size: "512MB" },
      pg_hba: ["host replication replicator all scram-sha-256", "host all all all scram-sha-256"],
    },
  };
}

const poolerOf = (ini, path) =>
  ini
    .split("\n")
    .filter((line) => !/^(?:client|server)_tls_/.test(line))
    .join("\n")
    .replace(/^auth_file = .*$/m, `auth_file = ${path("users")}`);

/** A folder with all that is in it. */
function hand(folder, user) {
  fs.chmodSync(folder, 0o700);
  fs.chmodSync(join(folder, "bootstrap.sh"), 0o755);
  if (user === null) return;
  for (const path of [folder, ...fs.readdirSync(folder).map((file) => join(folder, file))])
    fs.chownSync(path, user.uid, user.gid);
}

/** By where they work, which outlives every change of parent or title. */
function processesIn(folder) {
  return fs
    .readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const at = fs.readlinkSync(`/proc/${pid}/cwd`);
        return at === folder || at.startsWith(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function tryKill(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
