/**
 * `POST /callbacks/:provider`: where payment providers notify us. What they say is believed for its signature alone, over
 * the exact bytes; it is booked by the door, once, however often and in whatever order it comes.
 */
import { LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Door } from "../commands/execute.js";
import { recordPayment, reportOf } from "../commands/record-payment.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Provider, Providers, Report } from "../providers/port.js";
import { locatePayment } from "../store/read/money/payments.js";

/** A notification is a few hundred bytes. */
const BODY_BYTES_MAX = Math.min(LIMITS.bodyBytes, 65_536);

type Means = {
  readonly db: Pick<Database, "query">;
  readonly door: Door;
  readonly providers: Providers;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countCallback">;
};

/**
 * Answers: 200 booked, now or before. 401 not signed by the provider, or not lately. 404 no such provider, or a payment
 * that is not known here, so that a notice which came before its payment was committed is sent again. 413 too large.
 * 503 the database is gone: send it again.
 */
export function registerCallbacks(app: FastifyInstance, means: Means): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.post<{ Params: { provider: string } }>("/callbacks/:provider", async (request, reply) => {
    const provider = means.providers.byName(request.params.provider);
    if (provider === null) return say(reply, 404, "there is no such provider");
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const verified = provider.verifyCallback(request.headers, body);
    if (verified.kind === "forged") {
      means.metrics.countCallback(provider.name, "forged");
      means.log.warn({ request: request.id, provider: provider.name, reason: verified.reason }, "callback refused");
      return say(reply, 401, verified.reason);
    }
    const booked = await Promise.all(verified.reports.map((report) => book(report, provider, means)));
    const isKnown = booked.every((one) => one);
    means.metrics.countCallback(provider.name, isKnown ? "booked" : "unknown");
    return isKnown ? say(reply, 200, "booked") : say(reply, 404, "there is no such payment");
  });
}

/** False for a payment that nobody ordered here. */
async function book(report: Report, provider: Provider, { db, door }: Means): Promise<boolean> {
  const located = await locatePayment(db, provider.name, report.reference);
  if (located === null) return false;
  await recordPayment(door, { ...located, report: reportOf(provider, report) });
  return true;
}

const say = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${sentence}\n`);
