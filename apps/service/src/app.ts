/** Wires a process together: what is made here is handed on, and nothing else is shared. */

import type { AddressInfo } from "node:net";
import { registerOperations } from "./api/operations.js";
import { registerApi } from "./api/plugin.js";
import { createServer } from "./api/server.js";
import { openDoor } from "./commands/execute.js";
import { openSettling } from "./commands/settle-due.js";
import type { Config } from "./config.js";
import { answerPerson, openSite, registerPages } from "./pages/plugin.js";
import { type Database, openDatabase } from "./platform/database.js";
import type { Log } from "./platform/log.js";
import { openMetrics } from "./platform/metrics.js";
import type { Seal } from "./platform/seal.js";
import { openConfiguredSeal } from "./setup.js";
import { startMails } from "./workers/mails.js";
import { startTimers } from "./workers/timers.js";
import { startWebhooks, type Webhooks } from "./workers/webhooks.js";

/** How long a stop waits for requests under way before it cuts their connections. */
const DRAIN_MS = 8_000;

export type Service = {
  readonly publicUrl: string;
  readonly port: number;
  /** Finishes what is under way, takes nothing new. Safe to call again. */
  close(): Promise<void>;
};

/** Starts serving, and working, on a migrated database. */
export async function startService({
  config,
  databaseUrl,
  log,
}: {
  config: Config;
  databaseUrl: string;
  log: Log;
}): Promise<Service> {
  const db = openDatabase(databaseUrl);
  // Who sends nothing needs no secrets.
  const seal = config.role === "web" ? null : await sealFor(config, db);
  let webhooks: Webhooks | null = null;
  const door = openDoor(db, { onEvents: () => webhooks?.poke() });
  const settleDue = openSettling(db, door);
  const metrics = openMetrics(db);
  const site = config.role === "worker" ? null : openSite(config);
  const { app, drain } = createServer({
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    answerPerson: (code, request) => (site === null ? null : answerPerson(site, code, request)),
  });
  let publicUrl = config.publicUrl ?? "";
  const services = { db, door, settleDue, config, publicUrl: () => publicUrl };
  await app.register(async (health) => registerOperations(health, { db, metrics }));
  if (site !== null) {
    await app.register(async (api) => registerApi(api, services));
    await app.register(async (pages) => registerPages(pages, services, site));
  }
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await db.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const timers = config.role === "web" ? null : startTimers({ db, settleDue, log, metrics });
  const policy = { allowedOrigins: config.webhookAllowedOrigins };
  if (seal !== null) webhooks = startWebhooks({ db, seal, policy, extraCa: config.extraCa, log, metrics });
  const mails = config.role === "web" ? null : startMails({ db, config, log, metrics });

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    drain();
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await Promise.all([app.close(), timers?.stop(), webhooks?.stop(), mails?.stop()]);
    clearTimeout(cut);
    await db.close();
  };
  return { publicUrl, port, close: () => (closing ??= close()) };
}

async function sealFor(config: Config, db: Database): Promise<Seal> {
  try {
    return await openConfiguredSeal(config, db);
  } catch (error) {
    await db.close();
    throw error;
  }
}
