/** What those who run the service ask it: alive, ready, how much (operating contract, "Ready and healthy"). */
import type { FastifyInstance } from "fastify";
import type { Database } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";

export function registerOperations(app: FastifyInstance, { db, metrics }: { db: Database; metrics: Metrics }): void {
  app.get("/healthz", (_request, reply) => reply.type("text/plain").send("ok\n"));

  app.get("/readyz", async (_request, reply) => {
    const ready = await db.query({ name: "ready", text: "select 1 from schema_migrations limit 1" }).then(
      (rows) => rows.length > 0,
      () => false,
    );
    return reply.code(ready ? 200 : 503).type("text/plain").send(ready ? "ready\n" : "not ready\n");
  });

  app.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
