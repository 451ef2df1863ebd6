/** What all peers have in common: the same send job, and the orders that they take. */
import { bareSend, openAgent } from "../dist/webhooks/bare-send.js";
import { answerQuestions } from "../dist/webhooks/messages.js";

/**
 * @param {(send: (delivery: object) => Promise<void>) => {
 *   fill: (deliveries: readonly object[]) => Promise<unknown>,
 *   start: () => Promise<unknown>,
 *   rest: () => Promise<unknown>,
 * }} open `fill` queues deliveries, `start` begins to send them, `rest` ends once all that was sent is recorded.
 */
export function answerAsPeer(open) {
  const agent = openAgent(process.env["BENCH_CA"] ?? "");
  const peer = open(async (delivery) => {
    const status = await bareSend(delivery, agent);
    if (status >= 300) throw new Error(`the receiver answered ${status}`);
  });
  answerQuestions(async ({ kind, deliveries }) => {
    await peer[kind](deliveries);
  });
  process.send({ port: 0 });
}
