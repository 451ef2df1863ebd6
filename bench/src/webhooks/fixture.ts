/** What webhooks are measured on: a database of its own, receivers, a worker of the service, and floor B. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { openInParts } from "../opened.js";
import { type Helper, type Served, startHelper, startService } from "../processes.js";
import type { World } from "../world.js";
import { selfSigned } from "./certificate.js";
import { type Endpoint, insertAccounts, insertEndpoints, SECRET_KEY } from "./lanes.js";
import type { SinkSetting } from "./messages.js";
import { type RealEvent, takeRealEvent } from "./real-event.js";

export type Sink = Helper & { readonly origin: string };

export type WebhookFixture = {
  readonly world: World;
  readonly db: pg.Pool;
  readonly databaseUrl: string;
  readonly event: RealEvent;
  /** PEM of what the receivers' certificate comes from. */
  readonly ca: string;
  readonly sinks: Readonly<Record<SinkName, Sink>>;
  readonly hostile: Helper;
  /** A process of the service on the database, which may send to all receivers here. */
  startService(role: "all" | "web" | "worker"): Promise<Served>;
  /** `count` endpoints at the receiver, dealt out over so many new accounts. */
  endpoints(sink: Sink, given: { readonly count: number; readonly accounts: number }): Promise<readonly Endpoint[]>;
  /** Another process, which ends with the rest. */
  keep<Process extends { stop(): Promise<void> }>(process: Process): Process;
  settle(): Promise<void>;
  close(): Promise<void>;
};

type SinkName = "https" | "http" | "closing";

/** A port on which nobody listens: the lowest, which no system gives away. */
export const DEAD_ORIGIN = "http://127.0.0.1:1";
/** A name that never resolves (RFC 2606). */
export const NO_NAME_ORIGIN = "http://hooks.invalid:8080";

export const openWebhookFixture = (world: World): Promise<WebhookFixture> =>
  openInParts(async ({ keep, close }) => {
    const credentials = selfSigned();
    const caFile = join(world.directory, "bench-ca.pem");
    writeFileSync(caFile, credentials.cert);
    const openSink = async (setting: SinkSetting): Promise<Sink> => {
      const sink = keep(await startHelper(new URL("./sink.js", import.meta.url), { SINK: JSON.stringify(setting) }));
      return { ...sink, origin: `http${setting.tls === null ? "" : "s"}://127.0.0.1:${sink.port}` };
    };
    const sinks = {
      https: await openSink({ tls: credentials, closes: false }),
      http: await openSink({ tls: null, closes: false }),
      closing: await openSink({ tls: credentials, closes: true }),
    };
    const hostile = keep(await startHelper(new URL("./hostile.js", import.meta.url), {}));
    const origins = [
      ...Object.values(sinks).map((sink) => sink.origin),
      hostileOrigin(hostile),
      DEAD_ORIGIN,
      NO_NAME_ORIGIN,
    ];
    const { url: databaseUrl, pool: db } = await world.newDatabase("bench_webhooks");
    const settings = {
      SECRET_KEY: SECRET_KEY.toString("base64"),
      TLS_EXTRA_CA_FILE: caFile,
      WEBHOOK_ALLOWED_ORIGINS: origins.join(","),
    };
    return {
      world,
      db,
      databaseUrl,
      event: await takeRealEvent(world),
      ca: credentials.cert,
      sinks,
      hostile,
      startService: async (role) =>
        keep(await startService({ databaseUrl, directory: world.directory, settings: { ...settings, ROLE: role } })),
      endpoints: async (sink, given) => {
        const accounts = await insertAccounts(db, given.accounts);
        const wanted = Array.from({ length: given.count }, (_, index) => ({
          account: accounts[index % accounts.length] as string,
          url: `${sink.origin}/hooks/${index}`,
        }));
        return insertEndpoints(db, wanted);
      },
      keep,
      settle: async () => {
        await db.query("vacuum analyze");
        await world.settle();
      },
      close,
    };
  });

export const hostileOrigin = ({ port }: Helper): string => `http://127.0.0.1:${port}`;
