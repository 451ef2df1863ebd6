/**
 * The directory of one deployment: the embedded database, generated secrets, and the lock that says which process works in it.
 *
 * Owns the directory itself, the lock and the secret files. Knows nothing about PostgreSQL or configuration.
 */
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** The machine or the directory is not fit for what was asked: for a person to put right, told in one line and without a stack. */
export class SetupError extends Error {}

/** `service` holds the lock for as long as it serves, `command` for one run of the command line. */
export type LockHolder = "service" | "command";

export interface Lock {
  /** Lets the next process in. May be called more than once. */
  release(): void;
}

/** Another process works in the directory. `heldBy` is null for the instant in which the holder has not signed yet. */
export interface LockRefusal {
  readonly heldBy: { readonly holder: LockHolder; readonly pid: number } | null;
}

export interface DataDir {
  /** Absolute, with symbolic links resolved, so that two spellings of one directory compare equal. */
  readonly path: string;
  /** The path of a file or directory inside. */
  at(name: string): string;
  /** Reads a generated secret; the first call makes it. Every process sees the same value, even when two ask first at once. */
  secretFile(name: string, make: () => string): string;
  /** Reads a generated secret; null when it was never made. */
  readSecret(name: string): string | null;
}

/**
 * Opens the directory, creating it for this user alone (0700).
 *
 * @throws SetupError when it cannot be created or is not a directory.
 */
export function openDataDir(path: string): DataDir {
  const requested = resolve(path);
  try {
    mkdirSync(dirname(requested), { recursive: true }); // parents are nobody's secret: they get the usual mode
    createPrivately(requested);
  } catch (error) {
    throw new SetupError(`cannot create the data directory ${requested}: ${messageOf(error)}`, { cause: error });
  }
  if (!statSync(requested).isDirectory()) throw new SetupError(`the data directory ${requested} is not a directory`);

  const root = realpathSync(requested);
  const at = (name: string) => join(root, name);
  return {
    path: root,
    at,
    secretFile: (name, make) => readIfPresent(at(name)) ?? createSecret(at(name), make),
    readSecret: (name) => readIfPresent(at(name)),
  };
}

/**
 * Takes the directory for this process, or says at once who has it.
 *
 * The lock is an open transaction on a file of its own, so the kernel gives it back however the process ends, kill -9 included.
 * Nothing else may open that file: closing any descriptor of it would drop the lock.
 *
 * @throws SetupError when the file system refuses locks or the directory cannot be written.
 */
export function acquireLock(dataDir: DataDir, holder: LockHolder): Lock | LockRefusal {
  const signature = dataDir.at("lock.holder");
  const database = lockFile(dataDir.at("lock.sqlite"));
  if (database === null) return { heldBy: parseSignature(readIfPresent(signature)) };

  heldLocks.add(database);
  writeFileSync(signature, JSON.stringify({ holder, pid: process.pid }), { mode: 0o600 });
  handToDirectoryOwner(signature);
  return {
    release: () => {
      if (!heldLocks.delete(database)) return;
      rmSync(signature, { force: true }); // before letting go, or the next holder's signature would be removed
      database.close();
    },
  };
}

/** Keeps locks from the garbage collector: a collected database closes its file, which would let a second process in unnoticed. */
const heldLocks = new Set<DatabaseSync>();

/** Two processes that come in the same instant can refuse each other once; a short retry lets one of them win. */
const LOCK_RETRY_MILLISECONDS = 50;
const SQLITE_BUSY = 5;

/** Null when another process (or this one) holds the lock. */
function lockFile(path: string): DatabaseSync | null {
  try {
    closeSync(openSync(path, "wx", 0o600)); // only when new: see acquireLock on closing descriptors
    handToDirectoryOwner(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw new SetupError(`cannot write ${path}: ${messageOf(error)}`, { cause: error });
  }
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { timeout: LOCK_RETRY_MILLISECONDS, open: false });
  try {
    database.open();
    database.exec("pragma journal_mode = off; begin exclusive");
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw new SetupError(`cannot lock ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Some supported Node releases announce this module as experimental on stderr; only that one notice is left out. */
function loadSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

function parseSignature(text: string | null): LockRefusal["heldBy"] {
  const match = /^\{"holder":"(service|command)","pid":(\d+)\}$/.exec(text ?? "");
  return match === null ? null : { holder: match[1] as LockHolder, pid: Number(match[2]) };
}

/** Written aside, flushed, then linked into place: a reader sees the whole secret or none, and the first writer wins. */
function createSecret(path: string, make: () => string): string {
  const draft = `${path}.${process.pid}.draft`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeFileSync(descriptor, make());
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  handToDirectoryOwner(draft);
  publish(draft, path);
  rmSync(draft, { force: true });
  flushDirectory(dirname(path));
  const secret = readIfPresent(path);
  if (secret === null) throw new Error(`${path} vanished while it was written`);
  return secret;
}

function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    renameSync(draft, path); // file systems without hard links
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function createPrivately(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Root working in another user's directory must not leave files behind that this user cannot read. */
function handToDirectoryOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(dirname(path));
  if (owner.uid !== 0) chownSync(path, owner.uid, owner.gid);
}

/** Makes a creation or rename inside the directory survive a power cut. Windows has no such call and needs none. */
export function flushDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
