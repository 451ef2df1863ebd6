/** Wires a process together: what is made here is handed on, and nothing else is shared. */

import type { AddressInfo } from "node:net";
import { registerOperations } from "./api/operations.js";
import { registerApi } from "./api/plugin.js";
import { createServer } from "./api/server.js";
import { registerCallbacks } from "./callbacks/plugin.js";
import { openDoor } from "./commands/execute.js";
import { openRequestLog } from "./commands/request-log.js";
import { openSettling } from "./commands/settle-due.js";
import type { Config } from "./config.js";
import { openPeople } from "./identity/people.js";
import { answerPerson, openSite, registerPages } from "./pages/plugin.js";
import { type Database, DatabaseUnavailable, openDatabase } from "./platform/database.js";
import type { Log } from "./platform/log.js";
import { openMetrics } from "./platform/metrics.js";
import type { Seal } from "./platform/seal.js";
import { openProviders } from "./providers/open.js";
import { openConfiguredSeal, secretKeyOf } from "./setup.js";
import { checkBy } from "./webhooks/check.js";
import { startAudits } from "./workers/audits.js";
import { startMails } from "./workers/mails.js";
import { type Payouts, startPayouts } from "./workers/payouts.js";
import { type ProviderCalls, startProviderCalls } from "./workers/provider-calls.js";
import { startSandboxProviders } from "./workers/sandbox-providers.js";
import { startTimers } from "./workers/timers.js";
import { startWebhooks, type WebhookPace, type Webhooks } from "./workers/webhooks.js";

/** How long a stop waits for requests under way before it cuts their connections. */
const DRAIN_MS = 8_000;

export type Service = {
  readonly publicUrl: string;
  readonly port: number;
  /** Finishes what is under way, takes nothing new. Safe to call again. */
  close(): Promise<void>;
};

/** How fast the workers of a process live; what is not given is as in a deployment. */
export type Pace = {
  /** Milliseconds between two looks of each worker that nobody pokes. */
  readonly tickMs?: number;
  readonly webhooks?: WebhookPace;
};

/** Starts serving, and working, on a migrated database. */
export async function startService({
  config,
  databaseUrl,
  log,
  pace: { tickMs, webhooks: webhookPace = {} } = {},
}: {
  config: Config;
  databaseUrl: string;
  log: Log;
  pace?: Pace;
}): Promise<Service> {
  const db = openDatabase(databaseUrl);
  const secretKey = secretKeyOf(config);
  const seal = await sealFor(config, db);
  let agreedSeal = seal;
  const agreeOnSeal = async (): Promise<Seal> => (agreedSeal ??= await openConfiguredSeal(config, db));
  let webhooks: Webhooks | null = null;
  let calls: ProviderCalls | null = null;
  let payouts: Payouts | null = null;
  const door = openDoor(db, { onEvents: () => webhooks?.poke(), onCalls: () => pokeAll(calls, payouts) });
  const settleDue = openSettling(db, door);
  const metrics = openMetrics(db);
  const pages =
    config.role === "worker"
      ? null
      : {
          site: openSite(config),
          people: openPeople({ db, secretKey, publicUrl: config.publicUrl, seal: agreeOnSeal }),
        };
  const { app, drain } = createServer({
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    answerPerson: (code, request) => (pages === null ? null : answerPerson(pages, code, request)),
  });
  let publicUrl = config.publicUrl ?? "";
  const origin = (): string => publicUrl;
  const providers = openProviders(config, { db, secret: secretKey, origin });
  const policy = { allowedOrigins: config.webhookAllowedOrigins };
  const requestLog = openRequestLog({ db, log, metrics, flushEveryMs: tickMs });
  const services = { db, door, settleDue, config, providers, publicUrl: origin, requestLog };
  const consoleServices = { ...services, seal: agreeOnSeal, checkUrl: checkBy(policy) };
  await app.register(async (health) => registerOperations(health, { db, metrics }));
  if (pages !== null) {
    await app.register(async (api) => registerApi(api, services));
    await app.register(async (scope) => registerCallbacks(scope, { ...services, log, metrics }));
    await app.register(async (scope) => registerPages(scope, consoleServices, pages));
  }
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await db.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const timers = config.role === "web" ? null : startTimers({ db, settleDue, log, metrics, tickMs });
  if (seal !== null)
    webhooks = startWebhooks({ db, seal, policy, extraCa: config.extraCa, log, metrics, pace: webhookPace });
  const mails = config.role === "web" ? null : startMails({ db, config, publicUrl, log, metrics, tickMs });

  const works = config.role !== "web";
  const audits = works ? startAudits({ db, databaseUrl, log, metrics, tickMs }) : null;
  if (works) {
    calls = startProviderCalls({ ...services, log, metrics, tickMs });
    payouts = startPayouts({ ...services, log, metrics, tickMs });
  }
  const sandbox =
    works && config.mode === "sandbox" ? startSandboxProviders({ db, secret: secretKey, origin, log, tickMs }) : null;

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    drain();
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await Promise.all(
      [
        () => app.close(),
        timers?.stop,
        webhooks?.stop,
        mails?.stop,
        calls?.stop,
        payouts?.stop,
        sandbox?.stop,
        audits?.stop,
      ].map((stop) => stop?.()),
    );
    clearTimeout(cut);
    await requestLog.stop();
    await db.close();
  };
  return { publicUrl, port, close: () => (closing ??= close()) };
}

function pokeAll(...workers: readonly ({ poke(): void } | null)[]): void {
  for (const worker of workers) worker?.poke();
}

/** Null for who serves pages alone: those need the key too, but nothing that is sealed with it. */
async function sealFor(config: Config, db: Database): Promise<Seal | null> {
  const isWeb = config.role === "web";
  try {
    const seal = await openConfiguredSeal(config, db);
    return isWeb ? null : seal;
  } catch (error) {
    // Pages are served without a database, to say so. With another key than everybody else's they are not.
    if (isWeb && error instanceof DatabaseUnavailable) return null;
    await db.close();
    throw error;
  }
}
