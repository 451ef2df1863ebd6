/** Several cells with one directory, each the whole service on a database of its own. */

import { inject } from "vitest";
import { moveAccount, type Ways } from "../../src/cells/move.js";
import type { Config } from "../../src/config/index.js";
import type { AccountId } from "../../src/domain/ids.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { type Log, openLog } from "../../src/platform/log.js";
import { listRefusals, takeRefusals } from "../../src/store/identity/buyers-apart.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import { startPeople } from "../../src/workers/people.js";
import { newClient } from "../client.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { startFront } from "./front.js";

export type Fixture = {
  readonly directoryUrl: string;
  /** By the cell's name. */
  readonly cells: Readonly<Record<string, World>>;
  /** The rows of the directory, past the service. */
  readonly directory: Database;
  /** The directory goes away: its connections are cut and no new one is let in. */
  cutDirectory(): Promise<void>;
  healDirectory(): Promise<void>;
  /** Nobody answers any more at the address where other cells ask it. */
  cutLine(cell: string): Promise<void>;
  healLine(cell: string): Promise<void>;
  close(): Promise<void>;
};

const MOVER = "test mover";

/** Who moves accounts between the cells: the owner of each one's tables, who may write rows as they are. */
export async function openMovers({ cells, directory }: Fixture) {
  await asAdmin("grant set on parameter session_replication_role to holdfast");
  const owners = Object.fromEntries(
    Object.entries(cells).map(([name, { databaseUrl }]) => [
      name,
      openDatabase(databaseUrl, { connections: 2, applicationName: MOVER, timeoutMs: 60_000 }),
    ]),
  );
  const ownerOf = (name: string): Database => owners[name] as Database;
  const waysFrom = (from: string, to: string, onStep: Ways["onStep"] = () => undefined): Ways => ({
    directory,
    source: ownerOf(from),
    target: ownerOf(to),
    audit: auditLedger,
    onStep,
    onTable: () => undefined,
    onLost: () => undefined,
  });
  return {
    ownerOf,
    waysFrom,
    move: (account: string, [from, to]: readonly [string, string], onStep?: Ways["onStep"]): Promise<void> =>
      moveAccount({ account: account as AccountId, from, to }, waysFrom(from, to, onStep)),
    /** Every connection of the mover to a cell is lost, in the midst of whatever it does. */
    cut: (): Promise<void> =>
      asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${MOVER}'`),
    close: async (): Promise<void> => {
      await Promise.all(Object.values(owners).map((owner) => owner.close()));
    },
  };
}

let directories = 0;

/** An empty database, on the server of the run. */
async function newDirectory(): Promise<string> {
  directories += 1;
  const name = `directory_${process.pid}_${directories}_${Date.now()}`;
  await asAdmin(`create database ${name} owner holdfast`);
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

/** @param settings of all cells. */
export async function startFixture(
  names: readonly string[],
  settings: Partial<Config> = {},
  log: Log | null = null,
): Promise<Fixture> {
  const directoryUrl = await newDirectory();
  const name = new URL(directoryUrl).pathname.slice(1);
  const cells: Record<string, World> = {};
  for (const cell of names)
    cells[cell] = await startWorld(
      { opsPort: 0, trustedProxies: ["127.0.0.1"], ...settings, cell: { cell, directoryUrl } },
      log,
    );
  const directory = openDatabase(directoryUrl, { connections: 1 });
  // What CELL_URL says in a deployment, where ports are known before.
  const address = (cell: string, port: number | null): Promise<unknown> =>
    directory.query({
      name: "test: address",
      text: "update cells set address = $2 where name = $1",
      values: [cell, `http://127.0.0.1:${port}`],
    });
  const healLine = async (cell: string): Promise<void> => {
    await address(cell, cells[cell]?.service.opsPort ?? null);
  };
  await Promise.all(names.map(healLine));
  return {
    directoryUrl,
    cells,
    directory,
    cutDirectory: () =>
      asAdmin(
        `alter database ${name} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
    healDirectory: () => asAdmin(`alter database ${name} allow_connections true`),
    cutLine: async (cell) => {
      await address(cell, 1);
    },
    healLine,
    close: async () => {
      await Promise.all([...Object.values(cells).map((world) => world.close()), directory.close()]);
    },
  };
}

let spread = 0;
const NEWS_MS = 100;
const REFUSED_SECONDS = 60;

/** The world of a story as one of so many cells, each in its turn, behind what finds it. */
export async function startSpread(count: number, settings: Partial<Config>, log: Log | null): Promise<World> {
  const names = Array.from({ length: count }, (_, at) => `c${at + 1}`);
  const home = names[spread % count] ?? "c1";
  spread += 1;
  const fixture = await startFixture(names, { trustedProxies: [], ...settings }, log);
  const inner = fixture.cells[home] as World;
  // A cell without a worker would hear of nothing that happened to its people.
  const { db, people } = inner;
  const news = settings.role === "web" ? startPeople({ db, people, log: openLog("silent"), tickMs: NEWS_MS }) : null;
  const ports = Object.fromEntries(names.map((name) => [name, fixture.cells[name]?.service.port ?? 0]));
  const front = await startFront(ports, home);
  const speakAs: World["speakAs"] = (apiKey, base = front.url) => inner.speakAs(apiKey, base);
  return {
    ...inner,
    url: front.url,
    speakAs,
    merchant: async (name) => {
      const merchant = await inner.merchant(name);
      return { ...merchant, ...speakAs(merchant.apiKey) };
    },
    hear: async () => takeRefusals(db, await listRefusals(people, REFUSED_SECONDS)),
    close: async () => {
      await news?.stop();
      await front.close();
      await fixture.close();
    },
  };
}

/** One browser, which the proxy leads to every cell: a visitor of each, with the same cookies. */
export function browserOf(
  { cells }: Fixture,
  cookies: Map<string, string> = new Map(),
): Readonly<Record<string, Visitor>> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, world]) => [name, newVisitor(world, world.url, cookies)]),
  );
}

/** Where the directory says that a seller's account lives. */
export async function homeOf({ directory }: Fixture, sellerCode: string): Promise<string | undefined> {
  const rows = await directory.query<{ cell: string }>({
    name: "test: home",
    text: "select cell from accounts where seller_code = $1",
    values: [sellerCode],
  });
  return rows[0]?.cell;
}
