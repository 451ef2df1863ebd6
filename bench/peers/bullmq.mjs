/** BullMQ sends webhooks: 64 at a time, jobs are removed when they are done. */
import { Queue, Worker } from "bullmq";
import { IN_FLIGHT } from "../dist/webhooks/bare-send.js";
import { answerAsPeer } from "./peer.mjs";

const connection = { host: "127.0.0.1", port: Number(process.env["REDIS_PORT"]), maxRetriesPerRequest: null };
const options = { removeOnComplete: true, removeOnFail: 1_000, attempts: 9 };

const queue = new Queue("send", { connection });
await queue.waitUntilReady();
let worker = null;

answerAsPeer((send) => ({
  fill: (deliveries) =>
    queue.addBulk(deliveries.map((data) => ({ name: "send", data, opts: options }))).then(() => null),
  start: async () => {
    worker = new Worker("send", async ({ data }) => send(data), { connection, concurrency: IN_FLIGHT });
    worker.on("error", (error) => console.error(error));
    await worker.waitUntilReady();
  },
  rest: () => worker.close(),
}));
