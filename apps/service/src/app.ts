/** Wires a process together: what is made here is handed on, and nothing else is shared. */

import type { AddressInfo } from "node:net";
import { openHostedSellers } from "./api/hosted-sellers.js";
import { registerOperations, registerTlsQuestion } from "./api/operations.js";
import { registerApi } from "./api/plugin.js";
import { createServer } from "./api/server.js";
import { registerCallbacks } from "./callbacks/plugin.js";
import { openExecutor } from "./commands/execute.js";
import { openQuotes } from "./commands/quotes.js";
import { refundTerms } from "./commands/refund-order.js";
import { openRequestLog } from "./commands/request-log.js";
import { openSettling, type Settling } from "./commands/settle-due.js";
import type { Config } from "./config/index.js";
import { watchRatesFile } from "./config/rates.js";
import type { Pace as DoctorPace } from "./doctor/examine.js";
import { openPeople } from "./identity/people.js";
import { openSharedAddresses } from "./identity/shared-addresses.js";
import type { Policy } from "./outbound/guard.js";
import { openResolver, type ResolverOptions } from "./outbound/resolve.js";
import { answerPerson, openSite, registerCompression, registerPages, unreadableRequestPage } from "./pages/plugin.js";
import { registerAnswers } from "./peers.js";
import type { Database, Queryable } from "./platform/database.js";
import { deriveKeys } from "./platform/keys.js";
import type { Log } from "./platform/log.js";
import { type Metrics, openMetrics } from "./platform/metrics.js";
import type { Seal } from "./platform/seal.js";
import { openHealth } from "./providers/health.js";
import { openHttpClient } from "./providers/http-client.js";
import { basesOf, nearBasesOf, openProviders } from "./providers/open.js";
import { answeredWithinMs } from "./providers/port.js";
import { openConfiguredSeal, openKeyring, secretKeysOf } from "./setup.js";
import { countSecurityEvents } from "./store/read/security-events.js";
import { openStores, type Stores } from "./stores.js";
import { checkBy } from "./webhooks/check.js";
import { policyOf } from "./webhooks/policy.js";
import { startAudits } from "./workers/audits.js";
import { watchBacklogs } from "./workers/backlogs.js";
import { startChargebacks } from "./workers/chargebacks.js";
import { startConnected } from "./workers/connected.js";
import { openDomainRecords } from "./workers/domain-records.js";
import { startDomains } from "./workers/domains.js";
import { startEndpointChecks } from "./workers/endpoint-checks.js";
import { startHealth } from "./workers/health.js";
import { HEARTBEAT_MS, HEARTBEATS_ALONE, startHeartbeat } from "./workers/heartbeat.js";
import { startMails } from "./workers/mails.js";
import { startNotices } from "./workers/notices.js";
import { startIdentity } from "./workers/operator-identity.js";
import { startPayouts } from "./workers/payouts.js";
import { startPeople } from "./workers/people.js";
import { startProviderCalls } from "./workers/provider-calls.js";
import { rateFile, rateProvider, startRates, startRatesSource } from "./workers/rates.js";
import { startRefusals } from "./workers/refusals.js";
import { startRetention } from "./workers/retention.js";
import { startSandboxProviders } from "./workers/sandbox-providers.js";
import { startSearchIndex } from "./workers/search.js";
import { startStatements } from "./workers/statements.js";
import { startTimers } from "./workers/timers.js";
import { startWebhooks, type WebhookPace } from "./workers/webhooks.js";

/** How long a stop waits for requests under way before it cuts their connections. */
const DRAIN_MS = 8_000;

/** Bytes from which the API compresses an answer, such as its document or a page of a list, for clients that accept it. */
const LARGE_ANSWER_BYTES = 8_192;

export type Service = {
  readonly publicUrl: string;
  readonly port: number;
  /** Where it answers those who watch it, besides; null without OPS_PORT. */
  readonly opsPort: number | null;
  /** Takes over the rates that are written down by now, as it does every second by itself. */
  refreshRates(): Promise<void>;
  /** Finishes what is under way, takes nothing new. Safe to call again. */
  close(): Promise<void>;
};

/** How fast the workers of a process live; what is not given is as in a deployment. */
export type Pace = {
  /** Milliseconds between two looks for work that is due. */
  readonly tickMs?: number;
  readonly webhooks?: WebhookPace;
  readonly doctor?: Partial<DoctorPace>;
};

type Start = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly pace?: Pace;
  /** Which name servers are asked about sellers' domains; the machine's own when left out. */
  readonly names?: ResolverOptions;
};

/** With what only the database tells. */
function openWatchedMetrics(db: Database): Metrics {
  const metrics = openMetrics(db);
  metrics.watchSecurity(() => countSecurityEvents(db));
  return metrics;
}

/** Starts serving, and working, on a migrated database. */
export async function startService({ config, databaseUrl, log, pace = {}, names = {} }: Start): Promise<Service> {
  const secretKeys = secretKeysOf(config);
  const [secretKey] = secretKeys;
  const stores = await openStores(config, databaseUrl, log);
  const { db, late, directory, apart, otherCells, seal, identity, rates, closeStores } = stores;
  let agreedSeal = seal;
  const agreeOnSeal = async (): Promise<Seal> => (agreedSeal ??= await openConfiguredSeal(config, db));
  const keyring = openKeyring(config, { db, people: directory?.people ?? null, seal: agreeOnSeal });
  let workers: Workers | null = null;
  const executor = openExecutor(db, { onDeliveries: () => workers?.onDeliveries(), onCalls: () => workers?.onCalls() });
  const { settleDue, settleAll, sweep } = openSettling({ db, executor, log });
  const metrics = openWatchedMetrics(db);
  const addresses = openSharedAddresses({ visitors: config.visitorsPerAddress, log, metrics });
  const common = { db, ...apart, addresses, rates };
  let publicUrl = config.publicUrl ?? "";
  const origin = (): string => publicUrl;
  const pages = config.role === "worker" ? null : openPages(config, { ...common, secretKeys, ...keyring, origin });
  const toPerson: typeof answerNobody = (refusal, request) => pages && answerPerson(pages, refusal, request);
  const served = { log, metrics, config, hostedSellers: openHostedSellers(db, config.publicUrl) };
  const { app, drain } = createServer({ ...served, answerPerson: toPerson, unreadableRequestPage });
  // A server of its own: whatever stands before the other's doors, those who watch get in.
  const ops = createServer({ log, metrics, config, answerPerson: answerNobody });
  registerOperations(ops.app, { db, metrics });
  const { health, httpClient, providers } = openPayments(config, { db, secret: secretKey, origin, log });
  const policy = policyOf(config);
  const { stop: stopWatching } = startWatching(stores, { ...served, db, health, providers, tickMs: pace.tickMs });
  const resolver = openResolver(names);
  const requestLog = openRequestLog({ db, log, metrics, flushEveryMs: pace.tickMs });
  const services = {
    ...common,
    executor,
    settleDue,
    settleAll,
    sweepDue: sweep,
    config,
    providers,
    quotes: openQuotes({ rates, providers, keys: deriveKeys(secretKeys, "quotes") }),
    refundTerms: refundTerms(config.providers, providers),
    otherCells,
    publicUrl: origin,
    log,
    requestLog,
    identity,
    lookAtRecords: openDomainRecords(resolver, config.publicUrl),
  };
  const onAway = (err: unknown, request: string): void => log.warn({ request, err }, "the directory is away");
  const consoleServices = { ...services, late, seal: agreeOnSeal, checkUrl: checkBy(policy), onAway };
  const taking = { db, providers, onNotices: () => workers?.onNotices(), log, metrics };
  if (directory !== null) await registerAnswers(ops.app, { config, directory }, { ...consoleServices, ...taking });
  await app.register(async (health) => registerOperations(health, { db, metrics }));
  registerTlsQuestion(config.opsPort === null ? app : ops.app, { db, publicUrl: config.publicUrl });
  if (pages !== null) await registerPublic(app, { services, taking, consoleServices, pages });
  try {
    await app.listen({ port: config.port, host: config.host });
    if (config.opsPort !== null) await ops.app.listen({ port: config.opsPort, host: config.host });
  } catch (error) {
    await Promise.all([app.close(), ops.app.close(), stopWatching(), httpClient.close()]);
    await closeStores();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  if (seal !== null)
    workers = startWorkers({ config, databaseUrl, services, seal, secretKey, policy, log, metrics, pace });

  const close = async (): Promise<void> => {
    await drained({ app, drain }, [workers?.stop(), stopWatching()]);
    await httpClient.close();
    resolver.close();
    ops.drain();
    ops.app.server.closeAllConnections();
    await ops.app.close();
    await requestLog.stop();
    await closeStores();
  };
  const opsPort = (ops.app.server.address() as AddressInfo | null)?.port ?? null;
  return { publicUrl, port, opsPort, refreshRates: rates.refresh, close: once(close) };
}

/** The API, what providers notify of, and pages. */
async function registerPublic(
  app: Parameters<typeof registerApi>[0],
  { services, taking, consoleServices, pages }: Public,
): Promise<void> {
  await app.register(async (api) => {
    await registerCompression(api, LARGE_ANSWER_BYTES);
    registerApi(api, services);
  });
  await app.register(async (scope) => registerCallbacks(scope, { ...services, ...taking }));
  await app.register(async (scope) => registerPages(scope, consoleServices, pages));
}

type Public = {
  readonly services: Parameters<typeof registerApi>[1] & Omit<Parameters<typeof registerCallbacks>[1], keyof Taking>;
  readonly taking: Taking;
  readonly consoleServices: Parameters<typeof registerPages>[1];
  readonly pages: Parameters<typeof registerPages>[2];
};
type Taking = Pick<Parameters<typeof registerCallbacks>[1], "db" | "providers" | "onNotices" | "log" | "metrics">;

/** What every process looks for, whatever else it does. */
function startWatching(
  { identity, rates }: Pick<Stores, "identity" | "rates">,
  means: Parameters<typeof startHealth>[0] & Parameters<typeof watchBacklogs>[0],
): { stop(): Promise<void> } {
  watchBacklogs(means);
  const tickers = [startHealth(means), startIdentity(identity, means), startRates(rates, means)];
  return {
    stop: async () => {
      await Promise.all(tickers.map((ticker) => ticker.stop()));
    },
  };
}

/** Asked again, it is the first that is waited for. */
function once(work: () => Promise<void>): () => Promise<void> {
  let under: Promise<void> | null = null;
  return () => (under ??= work());
}

/** Lets what is under way finish, for a while; everything else ends at the same time. */
async function drained({ app, drain }: ReturnType<typeof createServer>, others: readonly unknown[]): Promise<void> {
  drain();
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await Promise.all([app.close(), ...others]);
  clearTimeout(cut);
}

const answerNobody: Parameters<typeof createServer>[0]["answerPerson"] = () => null;

/** Who takes payments, how they are reached, and how they are. */
function openPayments(config: Config, { db, secret, origin, log }: PaymentMeans) {
  const { mode, extraCa } = config;
  const health = openHealth(db, log);
  const httpClient = openHttpClient({
    bases: basesOf(config.providers),
    near: nearBasesOf(config.providers),
    isSandbox: mode === "sandbox",
    withinMs: answeredWithinMs(config.providers.timeoutMs),
    extraCa,
  });
  return { health, httpClient, providers: openProviders(config, { db, secret, origin, httpClient, health }) };
}

type PaymentMeans = Pick<Parameters<typeof openProviders>[1], "secret" | "origin"> & {
  readonly db: Database;
  readonly log: Log;
};

/** What pages are made with, and who people are. */
export const openPages = (
  config: Config,
  means: Omit<Parameters<typeof openPeople>[0], "publicUrl"> & Pick<Parameters<typeof openSite>[0], "origin">,
) => ({
  site: openSite({
    ...config,
    origin: means.origin,
    brandKeys: deriveKeys(means.secretKeys, "brand style sheets"),
    hasRails: config.providers.manual !== null,
  }),
  people: openPeople({ ...means, publicUrl: config.publicUrl }),
  addresses: means.addresses,
});

type Workers = {
  /** What is called when deliveries, or calls to providers, were committed in this process. */
  onDeliveries(): void;
  onCalls(): void;
  /** Something came from a provider. */
  onNotices(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

/** All that a process does without being asked, unless it only serves. */
function startWorkers(means: {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly services: Omit<Parameters<typeof startProviderCalls>[0], "log"> & {
    readonly db: Database;
    readonly peopleDb: Queryable;
    readonly sweepDue: Settling["sweep"];
    readonly lookAtRecords: ReturnType<typeof openDomainRecords>;
  };
  readonly seal: Seal;
  readonly secretKey: Buffer;
  readonly policy: Policy;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly pace: Pace;
}): Workers {
  const { config, databaseUrl, seal, secretKey, policy, log, metrics, pace } = means;
  const { tickMs } = pace;
  const { db, peopleDb, publicUrl: origin, lookAtRecords } = means.services;
  const beatMs = tickMs ?? HEARTBEAT_MS;
  const common = { ...means.services, log, metrics, tickMs: beatMs * HEARTBEATS_ALONE };
  const guarded = { policy, seal, extraCa: config.extraCa };
  const booking = { ...common, feeBorneBy: config.providers.chargebackFeeBorneBy };
  const { file, ageMaxSeconds } = config.rates;
  const rateSource = file === null ? rateProvider(db, means.services.providers) : rateFile(watchRatesFile(file));
  const webhooks = startWebhooks({ db, ...guarded, log, metrics, pace: pace.webhooks ?? {} });
  const workers = {
    calls: startProviderCalls(common),
    payouts: startPayouts(common),
    notices: startNotices(booking),
    chargebacks: startChargebacks(booking),
    connected: config.providers.connect ? startConnected(common) : null,
    statements: startStatements({ ...common, rules: config.books }),
    checks: startEndpointChecks({ ...common, ...guarded, isSandbox: config.mode === "sandbox", pace: pace.doctor }),
    mails: startMails({ ...common, config, publicUrl: origin() }),
    audits: startAudits({ ...common, databaseUrl }),
    sandbox: config.mode === "sandbox" ? startSandboxProviders({ ...common, secret: secretKey, origin }) : null,
  };
  const stops = [
    webhooks.stop,
    startHeartbeat(workers, { ...common, beatMs }).stop,
    startTimers({ ...common, tickMs }).stop,
    startRetention({ db, log, tickMs }).stop,
    startRatesSource({ ...common, ageMaxSeconds, firstWaits: config.mode === "live", source: rateSource }).stop,
    ...(config.cell === null
      ? []
      : [
          startRefusals({ db, people: peopleDb, log, tickMs }).stop,
          startPeople({ db, people: peopleDb, log, tickMs }).stop,
          // Mails about the sign-ins of sellers, which any cell sends.
          startMails({ ...common, db: peopleDb, config, publicUrl: origin(), tickMs }).stop,
        ]),
    startSearchIndex({ db, log, tickMs }).stop,
    ...(lookAtRecords === null ? [] : [startDomains({ db, lookAtRecords, log, tickMs }).stop]),
  ];
  const onCalls = (): void => {
    workers.calls.poke();
    workers.payouts.poke();
  };
  return {
    onDeliveries: webhooks.poke,
    onCalls,
    onNotices: () => {
      workers.notices.poke();
      onCalls();
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
