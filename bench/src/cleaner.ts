/** Ends what a bench leaves behind, killed as it may have been: its PostgreSQL, which is in a session of its own, and its files. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { findPrograms } from "../../apps/service/dist/platform/postgres-programs.js";
import { stopOrphan } from "../../apps/service/dist/platform/postmaster.js";

const [directory = ""] = process.argv.slice(2);

process.on("disconnect", async () => {
  await stopOrphan(await findPrograms(), join(directory, "data", "postgres"), { warn: () => undefined });
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
