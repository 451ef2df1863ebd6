/** What those who run the service ask it: alive, ready, how much (operating contract, "Ready and healthy"). */
import type { FastifyInstance } from "fastify";
import type { Database } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";
import { isReady } from "../store/read/ready.js";

export function registerOperations(app: FastifyInstance, { db, metrics }: { db: Database; metrics: Metrics }): void {
  app.get("/healthz", (_request, reply) => reply.type("text/plain").send("ok\n"));

  app.get("/readyz", async (_request, reply) => {
    const ready = await isReady(db);
    return reply
      .code(ready ? 200 : 503)
      .type("text/plain")
      .send(ready ? "ready\n" : "not ready\n");
  });

  app.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
