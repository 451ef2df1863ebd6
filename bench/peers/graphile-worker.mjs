/** graphile-worker sends webhooks: a local queue of 500 jobs, completions in batches, 64 at a time. */
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { IN_FLIGHT } from "../dist/webhooks/bare-send.js";
import { answerAsPeer } from "./peer.mjs";

/** A line for each job would cost more than the job. */
const silent = new Logger(() => () => undefined);
const connectionString = process.env["DATABASE_URL"];
const worker = {
  connectionString,
  logger: silent,
  concurrentJobs: IN_FLIGHT,
  maxPoolSize: 10,
  localQueue: { size: 500 },
  completeJobBatchDelay: 250,
  failJobBatchDelay: 250,
};

const utils = await makeWorkerUtils({ connectionString, logger: silent });
await utils.migrate();
let runner = null;

answerAsPeer((send) => ({
  fill: (deliveries) =>
    utils.addJobs(deliveries.map((payload) => ({ identifier: "send", payload, maxAttempts: 9 }))).then(() => null),
  start: async () => {
    runner = await run({
      preset: { worker },
      taskList: { send: (payload) => send(payload) },
      crontab: "",
      noHandleSignals: true,
    });
  },
  rest: () => runner.stop(),
}));
