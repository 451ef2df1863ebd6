/** What lies in a folder of a backup, and how it is told whether all of it does. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ServerIdentity } from "../platform/replication.js";
import { CommandRefused } from "./arguments.js";

export const MANIFEST = "holdfast-backup.json";
export const DATABASE = join("database", "base.tar");
/** The write-ahead log since then, where the backup is followed. */
export const LOG = "wal";
export const SECRETS = ["secret-key", "postgres-password", "postgres-admin-password", "postgres-service-password"];

export type Manifest = {
  /** Checksums by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Whose log the folder takes; absent where it takes none. */
  readonly followed?: Followed;
};

/** `since` is when the base backup was complete, in ISO 8601: earlier moments are not in it. */
type Followed = ServerIdentity & { readonly since: string };

export function readManifest(source: string): Manifest {
  try {
    const manifest = JSON.parse(fs.readFileSync(join(source, MANIFEST), "utf8")) as Manifest;
    if (
      DATABASE in manifest.files &&
      Object.keys(manifest.files).every((name) => [DATABASE, ...SECRETS].includes(name))
    )
      return manifest;
  } catch {
    // told below
  }
  throw new CommandRefused(`${source} is no whole backup of holdfast: it has no usable ${MANIFEST}`);
}

export async function checksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(fs.createReadStream(path), hash);
  return hash.digest("hex");
}
