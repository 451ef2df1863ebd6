/** What a process answers that has started and waits for its database: it is alive, it is not ready, and a retry is right. */
import { createServer, type Server } from "./api/server.js";
import type { Config } from "./config/index.js";
import { answerPerson, registerAssets, unreadableRequestPage } from "./pages/plugin.js";
import { type Database, openDatabase } from "./platform/database.js";
import { DatabaseUnavailable } from "./platform/database-errors.js";
import type { Log } from "./platform/log.js";
import { openMetrics } from "./platform/metrics.js";

type Means = {
  readonly databaseUrl: string;
  readonly log: Log;
  /** `away` throws, in place of what only a database knows. */
  readonly openPages: (db: Database, away: () => Promise<never>) => Parameters<typeof answerPerson>[0];
};

export type Standby = { close(): Promise<void> };

/**
 * Listens where the service will. `/healthz` is 200, `/readyz` 503, and every other path the contract's `service_unavailable`, to people
 * as a page, whatever state the schema is in.
 * @throws what `listen` throws, when an address is not to be had.
 */
export async function openStandby(config: Config, { databaseUrl, log, openPages }: Means): Promise<Standby> {
  const db = openDatabase(databaseUrl, { connections: 1 });
  const metrics = openMetrics(db);
  const away = async (): Promise<never> => {
    throw new DatabaseUnavailable("the database has not answered since the start");
  };
  const pages = openPages(db, away);
  const servers: Server[] = [];
  const open = async (port: number): Promise<void> => {
    const server = createServer({
      log,
      metrics,
      config,
      answerPerson: (refusal, request) => answerPerson(pages, refusal, request),
      unreadableRequestPage,
    });
    const { app } = server;
    app.get("/healthz", (_request, reply) => reply.type("text/plain").send("ok\n"));
    app.get("/readyz", (_request, reply) => reply.code(503).type("text/plain").send("not ready\n"));
    registerAssets(app, pages.site);
    app.all("/*", away);
    servers.push(server);
    await app.listen({ port, host: config.host });
  };
  const close = async (): Promise<void> => {
    for (const { app, drain } of servers) {
      drain();
      app.server.closeAllConnections();
      await app.close();
    }
    await db.close();
  };
  try {
    await open(config.port);
    if (config.opsPort !== null) await open(config.opsPort);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
