/** The load as a process of its own, so that it shares no event loop with what it measures. One job at a time. */
import type { Job } from "./job.js";
import { runJob } from "./run-job.js";

process.on("message", (job: Job) => {
  runJob(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
