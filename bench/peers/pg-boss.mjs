/** pg-boss sends webhooks: two workers, each of which fetches 500 jobs, again as soon as they are done while batches are full. */
import { PgBoss } from "pg-boss";
import { IN_FLIGHT } from "../dist/webhooks/bare-send.js";
import { answerAsPeer } from "./peer.mjs";

const QUEUE = "send";
const WORKERS = 2;

const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"], max: 10 });
boss.on("error", (error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE, { retryLimit: 8 });

/** All of a batch, so many at a time. */
async function sendAll(jobs, send) {
  let next = 0;
  const sendOn = async () => {
    while (next < jobs.length) await send(jobs[next++].data);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT / WORKERS }, sendOn));
}

answerAsPeer((send) => ({
  fill: (deliveries) =>
    boss
      .insert(
        QUEUE,
        deliveries.map((data) => ({ data })),
      )
      .then(() => null),
  start: async () => {
    const options = {
      batchSize: 500,
      localConcurrency: WORKERS,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
    };
    await boss.work(QUEUE, options, (jobs) => sendAll(jobs, send));
  },
  rest: () => boss.offWork(QUEUE, { wait: true }),
}));
