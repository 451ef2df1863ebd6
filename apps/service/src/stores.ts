/** What a process keeps open of its databases, and what it knows of them in memory. */
import { type Directory, numberDeliveries, openDirectory, prepareDirectory } from "./cells/directory.js";
import type { Config } from "./config/index.js";
import { buyersApart, buyersIn } from "./identity/buyer-store.js";
import { NO_REGISTRY } from "./identity/registry.js";
import { sellersApart, sellersIn } from "./identity/seller-store.js";
import { openPeers } from "./peers.js";
import { type Database, openDatabase } from "./platform/database.js";
import { DatabaseUnavailable } from "./platform/database-errors.js";
import { openLateReads } from "./platform/late-reads.js";
import type { Log } from "./platform/log.js";
import type { Seal } from "./platform/seal.js";
import { openConfiguredSeal } from "./setup.js";
import { watchIdentity } from "./workers/operator-identity.js";
import { watchRates } from "./workers/rates.js";

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** The database and its standbys for what may be late, the directory and other cells where there are several, and the seal where it is needed. */
export async function openStores(config: Config, databaseUrl: string, log: Log) {
  const db = openDatabase(databaseUrl, { connections: config.databaseConnections });
  const late = openLateReads(config.readUrl, db);
  const directory =
    config.cell === null
      ? null
      : openDirectory({ ...config.cell, mode: config.mode }, (ordinal) => numberDeliveries(db, ordinal));
  const { otherCells, close: closeLine } = openPeers(config, directory, log);
  const closeStores = async (): Promise<void> => {
    await Promise.all([late.close(), closeLine()]);
    await Promise.all([db.close(), directory?.close()]);
  };
  try {
    const seal = await sealFor(config, db);
    if (directory !== null) await prepareDirectory(directory, log);
    const identity = watchIdentity(db, config.operator);
    // While the database is away, what the environment says has to do; the ticker takes over the rest.
    const rates = watchRates(db, config.rates);
    await Promise.all([identity.refresh(), rates.refresh()]).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    });
    return { db, late, directory, apart: apartFrom(db, directory), otherCells, seal, identity, rates, closeStores };
  } catch (error) {
    await closeStores();
    throw error;
  }
}

/** What is apart from several cells, and in the database of one: who lives where, and people. */
const apartFrom = (db: Database, directory: Directory | null) =>
  directory === null
    ? { registry: NO_REGISTRY, whereabouts: null, peopleDb: db, buyerStore: buyersIn(db), sellerStore: sellersIn(db) }
    : {
        registry: directory.registry,
        whereabouts: directory.whereabouts,
        peopleDb: directory.people,
        buyerStore: buyersApart(directory.people, db),
        sellerStore: sellersApart(directory.people, db),
      };

/** Null for a process that only serves pages: it needs the key too, but reads nothing that is sealed with it. */
async function sealFor(config: Config, db: Database): Promise<Seal | null> {
  const isWeb = config.role === "web";
  try {
    const seal = await openConfiguredSeal(config, db);
    return isWeb ? null : seal;
  } catch (error) {
    // Pages are served without a database, to say so. With another key than everybody else's they are not.
    if (isWeb && error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}
