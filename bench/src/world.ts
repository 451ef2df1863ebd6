/** One PostgreSQL, and on it the floors and the service, each with a database of its own; the load beside them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Agent, request } from "undici";
import { openDataDir } from "../../apps/service/dist/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../apps/service/dist/platform/embedded-postgres.js";
import { FLOOR_SCHEMA } from "./floor/schema.js";
import { openIdle } from "./idle.js";
import type { Job } from "./load/job.js";
import { openInParts } from "./opened.js";
import { runCommand, type Served, startCleaner, startFloor, startLoad, startService } from "./processes.js";
import type { Round } from "./rounds.js";
import { openMeter, type Usage, usedBetween } from "./usage.js";

export type Merchant = { readonly account: string; readonly apiKey: string };

/** Processes, and the database of the bench's PostgreSQL that works for them. */
export type Spender = { readonly pids: readonly number[]; readonly database: string };

/** A service under measure. */
export type Target = {
  readonly served: Served;
  newMerchant(): Promise<Merchant>;
  readonly databaseUrl: string;
  /** For fixtures that would take hours through the API. */
  readonly database: pg.Pool;
};

export type World = {
  readonly floor: Served;
  readonly service: Served;
  /** The service of this tree. */
  readonly target: Target;
  /** The service of another built tree, on a database of its own. `root` ends with a slash. */
  anotherTarget(root: string): Promise<Target>;
  /** Load on servers of one database, dealt out over them in turn, and what it costs them. */
  measure(on: readonly Served[], job: Omit<Job, "ports">): Promise<Round>;
  /** What something comes to, and what it costs; null where nobody counts that. */
  spend<Result>(
    by: Spender,
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly used: Usage | null }>;
  /** For fixtures that would take hours through the API, and for housekeeping between measures. */
  readonly serviceDatabase: pg.Pool;
  readonly floorDatabase: pg.Pool;
  readonly floorUrl: string;
  readonly postgresVersion: string;
  newMerchant(): Promise<Merchant>;
  /** What processes of the service may write to; their DATA_DIR. */
  readonly directory: string;
  /** Of every service; for commands. */
  readonly settings: Readonly<Record<string, string>>;
  /** Another, empty database on the same server. */
  newDatabase(name: string): Promise<{ readonly url: string; readonly pool: pg.Pool }>;
  /** Another process of the service on the same database. */
  anotherService(): Promise<Served>;
  /**
   * Writes out what earlier measures left, so that it is not written during the next one, waits until nobody works in the
   * background any more, and looks what the servers take when nobody asks them anything.
   */
  settle(): Promise<void>;
  close(): Promise<void>;
};

const SILENT = { info: () => undefined, warn: () => undefined };

/** @param settings of the operating contract, for every service. */
export const openWorld = (settings: Readonly<Record<string, string>> = {}): Promise<World> =>
  openInParts(async ({ onClose, keep, close }) => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
    keep(startCleaner(directory));
    const postgres = await startEmbeddedPostgres({ dataDir: openDataDir(join(directory, "data")), log: SILENT });
    onClose(() => postgres.stop());
    const admin = new pg.Pool({ connectionString: postgres.adminUrl, max: 1 });
    onClose(() => admin.end());
    const newDatabase: World["newDatabase"] = async (name) => {
      await admin.query(`create database ${name} owner holdfast`);
      const url = postgres.url.replace(/\/holdfast\?/, `/${name}?`);
      const pool = new pg.Pool({ connectionString: url, max: 4 });
      onClose(() => pool.end());
      // Queries report errors themselves; a connection that ends while the server stops is nobody's concern.
      pool.on("error", () => undefined);
      return { url, pool };
    };
    admin.on("error", () => undefined);
    const { url: floorUrl, pool: floorDatabase } = await newDatabase("bench_floor");
    const { url: serviceUrl, pool: serviceDatabase } = await newDatabase("bench_service");
    await floorDatabase.query(FLOOR_SCHEMA);

    const idle = openIdle(postgres.pid);
    const watched = (served: Served): Served => idle.watch(keep(served));
    const anotherService = async (): Promise<Served> =>
      watched(await startService({ databaseUrl: serviceUrl, directory, settings }));
    const service = await anotherService();
    const floor = watched(await startFloor(floorUrl));
    const load = keep(startLoad());
    const spend: World["spend"] = async ({ pids, database }, work) => {
      const meter = openMeter(pids, postgres.pid);
      const before = meter.read();
      const result = await work();
      return { result, used: usedBetween(before, meter.read(), database) };
    };
    const newMerchant: World["newMerchant"] = () => createMerchant({ databaseUrl: serviceUrl, directory, settings });
    const version = await admin.query<{ server_version: string }>("show server_version");
    return {
      floor,
      service,
      target: { served: service, newMerchant, databaseUrl: serviceUrl, database: serviceDatabase },
      anotherTarget: async (root) => {
        const { url: databaseUrl, pool: database } = await newDatabase("bench_other");
        const served = watched(await startService({ databaseUrl, directory, root, settings }));
        return {
          served,
          newMerchant: () => createMerchant({ databaseUrl, directory, root, settings }),
          databaseUrl,
          database,
        };
      },
      measure: async (on, job) => {
        const start = performance.now();
        const by = { pids: on.map(({ pid }) => pid), database: on[0]?.database ?? "" };
        const { result: outcome, used } = await spend(by, () =>
          load.run({ ports: on.map(({ port }) => port), ...job }),
        );
        return {
          ...outcome,
          cpu: used && idle.without(used, { on, ms: performance.now() - start, requests: outcome.sent }),
        };
      },
      spend,
      floorDatabase,
      floorUrl,
      serviceDatabase,
      postgresVersion: version.rows[0]?.server_version ?? "",
      anotherService,
      directory,
      settings,
      newDatabase,
      newMerchant,
      settle: async () => {
        await Promise.all([floorDatabase.query("vacuum analyze"), serviceDatabase.query("vacuum analyze")]);
        await admin.query("checkpoint");
        await idle.settle();
      },
      close,
    };
  });

let merchants = 0;

/** A verified merchant with an API key, made by the command line. */
export async function createMerchant({
  databaseUrl,
  directory,
  root,
  settings,
}: {
  databaseUrl: string;
  directory: string;
  root?: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<Merchant> {
  merchants += 1;
  const identity = ["--email", `bench-${merchants}@example.com`, "--trading-name", `Bench ${merchants}`, "--verified"];
  const made = await runCommand<{ account_id: string; api_key: string }>({ databaseUrl, directory, root, settings }, [
    "merchant",
    "create",
    ...identity,
  ]);
  return { account: made.account_id, apiKey: made.api_key };
}

const agent = new Agent({ connections: 32 });

/** One call of the API, for preparing what is measured. @throws when it is refused. */
export async function call<Answer>(
  { port }: Pick<Served, "port">,
  { apiKey }: Merchant,
  { method, path, body }: { method: "GET" | "POST"; path: string; body?: string },
): Promise<Answer> {
  const { statusCode, body: answer } = await request(`http://127.0.0.1:${port}${path}`, {
    method,
    dispatcher: agent,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`${method} ${path} was answered with ${statusCode}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** Runs `work` for 0 to `count` - 1, `width` at a time; the results stand in order. */
export async function inParallel<Result>(
  count: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
