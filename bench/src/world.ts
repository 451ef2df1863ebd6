/** One PostgreSQL, and on it the floors and the service, each with a database of its own; the load beside them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Agent, request } from "undici";
import { openDataDir } from "../../apps/service/dist/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../apps/service/dist/platform/embedded-postgres.js";
import { FLOOR_SCHEMA } from "./floor/schema.js";
import { type Load, runCommand, type Served, startFloor, startLoad, startService } from "./processes.js";

export type Merchant = { readonly account: string; readonly apiKey: string };

export type World = {
  readonly floor: Served;
  readonly service: Served;
  readonly load: Load;
  /** For fixtures that would take hours through the API, and for housekeeping between measures. */
  readonly serviceDatabase: pg.Pool;
  readonly floorDatabase: pg.Pool;
  readonly postgresVersion: string;
  newMerchant(): Promise<Merchant>;
  /** Another process of the service on the same database. */
  anotherService(): Promise<Served>;
  /** Writes out what earlier measures left, so that it is not written during the next one. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

const SILENT = { info: () => undefined, warn: () => undefined };

export async function openWorld(): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
  const closers: (() => Promise<unknown> | unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: openDataDir(join(directory, "data")), log: SILENT });
    closers.push(() => postgres.stop());
    const admin = new pg.Pool({ connectionString: postgres.adminUrl, max: 1 });
    closers.push(() => admin.end());
    const databaseUrl = async (name: string): Promise<string> => {
      await admin.query(`create database ${name} owner holdfast`);
      return postgres.url.replace(/\/holdfast\?/, `/${name}?`);
    };
    const floorUrl = await databaseUrl("bench_floor");
    const serviceUrl = await databaseUrl("bench_service");
    const floorDatabase = new pg.Pool({ connectionString: floorUrl, max: 4 });
    const serviceDatabase = new pg.Pool({ connectionString: serviceUrl, max: 4 });
    // Told to whoever queries; a connection that ends while the server stops is nobody's concern.
    for (const pool of [admin, floorDatabase, serviceDatabase]) pool.on("error", () => undefined);
    closers.push(() => Promise.all([floorDatabase.end(), serviceDatabase.end()]));
    await floorDatabase.query(FLOOR_SCHEMA);

    const keep = <S extends { stop(): Promise<void> }>(server: S): S => {
      closers.push(() => server.stop());
      return server;
    };
    const anotherService = async (): Promise<Served> =>
      keep(await startService({ databaseUrl: serviceUrl, directory }));
    const service = await anotherService();
    const floor = keep(await startFloor(floorUrl));
    const load = keep(startLoad());
    const version = await admin.query<{ server_version: string }>("show server_version");
    let merchants = 0;
    return {
      floor,
      service,
      load,
      floorDatabase,
      serviceDatabase,
      postgresVersion: version.rows[0]?.server_version ?? "",
      anotherService,
      newMerchant: async () => {
        merchants += 1;
        const identity = [
          "--email",
          `bench-${merchants}@example.com`,
          "--trading-name",
          `Bench ${merchants}`,
          "--verified",
        ];
        const made = await runCommand<{ account_id: string; api_key: string }>(serviceUrl, directory, [
          "merchant",
          "create",
          ...identity,
        ]);
        return { account: made.account_id, apiKey: made.api_key };
      },
      settle: async () => {
        await Promise.all([floorDatabase.query("vacuum analyze"), serviceDatabase.query("vacuum analyze")]);
        await admin.query("checkpoint");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const agent = new Agent({ connections: 32 });

/** One call of the API, for preparing what is measured. @throws when it is refused. */
export async function call<Answer>(
  { port }: Served,
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
