/** The programs of others that a cluster is made of, and what to install where one is missing. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";

const POSTGRES_ROOT = "/usr/lib/postgresql";
const POSTGRES_PROGRAMS = ["postgres", "initdb", "pg_ctl", "pg_rewind", "pg_basebackup", "pg_controldata", "psql"];
const POSTGRES_OLDEST = 15;

/** What a program says of its version, as numbers; null without it, or where it says none. */
function versionOf(program, args, pattern) {
  const { stdout, status } = spawnSync(program, args, { encoding: "utf8" });
  const found = status === 0 ? pattern.exec(stdout) : null;
  return found === null ? null : found.slice(1).map(Number);
}

const isAtLeast = ([major, minor = 0], [wantedMajor, wantedMinor = 0]) =>
  major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);

/** The folder of the newest PostgreSQL that has all its programs; null without one. */
export function findPostgres() {
  const named = process.env.PG_BINDIR;
  const folders =
    named !== undefined
      ? [named]
      : fs.existsSync(POSTGRES_ROOT)
        ? fs
            .readdirSync(POSTGRES_ROOT)
            .filter((version) => Number(version) >= POSTGRES_OLDEST)
            .sort((one, other) => Number(other) - Number(one))
            .map((version) => join(POSTGRES_ROOT, version, "bin"))
        : [];
  return folders.find((folder) => POSTGRES_PROGRAMS.every((name) => fs.existsSync(join(folder, name)))) ?? null;
}

const EXTERNAL = {
  patroni: {
    names: [process.env.PATRONI, "patroni"],
    args: ["--version"],
    pattern: /^patroni (\d+)\.(\d+)/,
    oldest: [4],
    missing: "Patroni 4 or later, as from `pipx install 'patroni[etcd3,psycopg3]'`; PATRONI names one elsewhere",
  },
  etcd: {
    names: [process.env.ETCD, "etcd"],
    args: ["--version"],
    pattern: /^etcd Version: (\d+)\.(\d+)/,
    oldest: [3, 4],
    missing: "etcd 3.4 or later, as from Debian's etcd-server; ETCD names one elsewhere",
  },
  pgbouncer: {
    names: [process.env.PGBOUNCER, "pgbouncer"],
    args: ["--version"],
    pattern: /^PgBouncer (\d+)\.(\d+)/,
    oldest: [1, 21],
    missing: "PgBouncer 1.21 or later, as from Debian's pgbouncer since 13; PGBOUNCER names one elsewhere",
  },
};

function findExternal({ names, args, pattern, oldest }) {
  const program = names.find((name) => name !== undefined);
  const version = versionOf(program, args, pattern);
  return version !== null && isAtLeast(version, oldest) ? { program, version: version.join(".") } : null;
}

/** PostgreSQL does not run as root. */
export function findUser() {
  if (process.getuid() !== 0) return { user: null };
  for (const name of ["postgres", "nobody"]) {
    const { stdout, status } = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" }).stdout;
    if (status === 0) return { user: { name, uid: Number(stdout), gid: Number(gid) } };
  }
  return { missing: "a user other than root for PostgreSQL, such as postgres" };
}

/** Everything that was found, or one line for each thing that was not. */
export function findPrograms() {
  if (process.platform !== "linux") return { missing: ["Linux: processes are frozen and counted by /proc"] };
  const postgres = findPostgres();
  const found = Object.fromEntries(Object.entries(EXTERNAL).map(([name, one]) => [name, findExternal(one)]));
  const { user, missing: userMissing } = findUser();
  const missing = [
    ...(postgres === null
      ? [
          `PostgreSQL ${POSTGRES_OLDEST} or later with pg_rewind and pg_basebackup, as from Debian's postgresql; PG_BINDIR names one elsewhere`,
        ]
      : []),
    ...Object.entries(EXTERNAL).flatMap(([name, one]) => (found[name] === null ? [one.missing] : [])),
    ...(userMissing === undefined ? [] : [userMissing]),
    ...(user !== null && spawnSync("setpriv", ["--version"]).status !== 0
      ? ["setpriv, as from Debian's util-linux"]
      : []),
  ];
  if (missing.length > 0) return { missing };
  const postgresVersion = execFileSync(join(postgres, "postgres"), ["--version"], { encoding: "utf8" });
  return {
    programs: {
      postgres,
      ...Object.fromEntries(Object.entries(found).map(([name, { program }]) => [name, program])),
      user,
      versions: [
        `PostgreSQL ${/\d+\.\d+/.exec(postgresVersion)?.[0]}`,
        `Patroni ${found.patroni.version}`,
        `etcd ${found.etcd.version}`,
        `PgBouncer ${found.pgbouncer.version}`,
      ].join(", "),
    },
  };
}
