/** A base backup over the replication protocol, written by the server into a directory of its own machine. */
import { SetupError } from "./data-dir.js";
import { openReplication, quoted } from "./replication.js";

/** With the log inside that makes it consistent. @throws SetupError when the server cannot write there. */
export async function writeBaseBackup(adminUrl: string, directory: string): Promise<void> {
  const client = await openReplication(adminUrl);
  try {
    await client.query(
      `BASE_BACKUP (LABEL 'holdfast', TARGET 'server', TARGET_DETAIL ${quoted(directory)}, CHECKPOINT 'fast', WAL true, MANIFEST 'yes')`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`the database's server cannot write the backup to ${directory}: ${reason}`);
  } finally {
    await client.end();
  }
}
