/**
 * The directory of a deployment of several cells: who lives where. It is asked when a new account or key is made, and when a
 * request is about an account that is not here; never on the way of a request that came to the right cell.
 */
import { type CellConfig, type Config, ConfigError, unusable } from "../config/index.js";
import { type AccountLocation, DirectoryAway, type Registry, SignInAway } from "../identity/registry.js";
import { SetupError } from "../platform/data-dir.js";
import {
  type CurrentReads,
  type Database,
  openDatabase,
  type Queryable,
  type Statement,
} from "../platform/database.js";
import { DatabaseUnavailable, isConnectionLoss, sqlState } from "../platform/database-errors.js";
import { sha256 } from "../platform/hash.js";
import type { Log } from "../platform/log.js";
import { migrate } from "../platform/migrate.js";
import * as entries from "../store/directory/accounts.js";
import { listOtherCells } from "../store/directory/cells.js";
import { DIRECTORY_MIGRATIONS } from "../store/migrations.js";

export type Directory = {
  /** This cell's name. */
  readonly cell: string;
  readonly registry: Registry;
  readonly whereabouts: AccountLocation;
  /** The cell that a key or a seller is in, this one included; null for one that nobody knows. @throws DirectoryAway */
  find(asked: Asked): Promise<string | null>;
  /**
   * Brings the directory's schema up to date and enters this cell. Whatever needs the directory does so first, so a process can
   * start while it is away. @throws DirectoryAway, ConfigError or SetupError when it can't be used as it is.
   */
  prepare(): Promise<void>;
  /** The directory's database, prepared. @throws DirectoryAway */
  open(): Promise<Database>;
  /** People and their sign-ins, which are apart from cells. @throws SignInAway */
  readonly people: PeopleDb;
  /** The other cells, as it knew them last while it is away. Never rejects. */
  listOthers(): Promise<readonly OtherCell[]>;
  close(): Promise<void>;
};

type PeopleDb = Queryable & CurrentReads;

/** `address`: where its OPS_PORT is reached from here; null for a cell that did not say. */
type Mode = Config["mode"];

type OtherCell = { readonly cell: string; readonly address: string | null };

/** Stands for all of them while nobody could say which there are. */
const UNKNOWN_CELLS: readonly OtherCell[] = [{ cell: "the others", address: null }];

/** SHA-256 of the part of a key that names it, or a seller's code. */
type Asked = { readonly lookupHash: Buffer } | { readonly sellerCode: string };

/** For some seconds: the answer is 503, and a retry is right. */
class AccountMoving extends DatabaseUnavailable {}

const CONNECTIONS = 8;

/**
 * @param given.mode of this cell, which has to be that of all; null for a command that mails nobody and shows no code.
 * @param onEntered called with the cell's place among the cells, from 1, before an account can be made. When it fails, the next call
 * of anything here tries again.
 */
export function openDirectory(
  { cell, cellUrl = null, directoryUrl, mode = null }: CellConfig & { readonly mode?: Mode | null },
  onEntered: (ordinal: number) => Promise<void> = async () => undefined,
): Directory {
  const db = openDatabase(directoryUrl, { connections: CONNECTIONS, applicationName: "holdfast-directory" });
  let preparing: Promise<void> | null = null;
  let others: readonly OtherCell[] = UNKNOWN_CELLS;
  const prepare = (): Promise<void> => {
    preparing ??= prepareOnce(db, { cell, cellUrl, directoryUrl, mode })
      .then(onEntered)
      .catch((error: unknown) => {
        preparing = null;
        throw error;
      });
    return preparing;
  };
  const ask = async <Result>(work: (directory: Database) => Promise<Result>): Promise<Result> => {
    await prepare();
    return work(db).catch(orAway);
  };
  const look = (asked: Asked): Promise<entries.Found | null> =>
    ask((directory) =>
      "lookupHash" in asked
        ? entries.findCellOfKey(directory, asked.lookupHash)
        : entries.findCellOfSeller(directory, asked.sellerCode),
    );
  const elsewhere = (found: entries.Found | null): string | null => {
    // Hidden here, and not there yet.
    if (found?.cell === cell && found.is_moving) throw new AccountMoving("the account is moving to another cell");
    return found === null || found.cell === cell ? null : found.cell;
  };
  const askPeople = <Row>(statement: Statement): Promise<readonly Row[]> =>
    ask((directory) => directory.query<Row>(statement)).catch((error: unknown) => {
      throw error instanceof DirectoryAway ? new SignInAway(error.cause) : error;
    });
  return {
    cell,
    find: async (asked) => (await look(asked))?.cell ?? null,
    prepare,
    open: async () => {
      await prepare();
      return db;
    },
    people: { query: askPeople, read: askPeople, isCurrent: true },
    listOthers: async () => {
      others = await ask((directory) => listOtherCells(directory, cell)).catch(() => others);
      return others;
    },
    registry: openRegistry(cell, ask),
    whereabouts: {
      ofKey: async (lookup) => elsewhere(await look({ lookupHash: sha256(lookup) })),
      ofSeller: async (sellerCode) => elsewhere(await look({ sellerCode })),
    },
    close: () => db.close(),
  };
}

function openRegistry(
  cell: string,
  ask: <Result>(work: (directory: Database) => Promise<Result>) => Promise<Result>,
): Registry {
  return {
    enterAccount: (names) => ask((directory) => entries.enterAccount(directory, { ...names, cell })),
    // An entry that stays behind leads to a cell that does not know the account: no harm, and nothing to retry.
    withdrawAccount: (account) => ask((directory) => entries.withdrawAccount(directory, account)).catch(unlessAway),
    enterKey: async ({ account, lookup }) => {
      const entered = await ask((directory) =>
        entries.enterKey(directory, { account, lookupHash: sha256(lookup), cell }),
      );
      if (!entered)
        throw new AccountMoving(`account ${account} is moving, or \`directory fill\` was never run in cell ${cell}`);
    },
    withdrawKey: (lookup) => ask((directory) => entries.withdrawKey(directory, sha256(lookup))).catch(unlessAway),
  };
}

async function prepareOnce(
  db: Database,
  { cell, cellUrl, directoryUrl, mode }: Required<Omit<CellConfig, "moveUrl">> & { readonly mode: Mode | null },
): Promise<number> {
  try {
    await migrate(directoryUrl, DIRECTORY_MIGRATIONS);
    const agreed = mode === null ? null : await entries.agreeOnMode(db, mode);
    if (agreed !== mode)
      throw new ConfigError(
        `MODE=${mode} is not usable: the cells of this directory are ${agreed}; sandbox and live cells each take a directory of their own.`,
      );
    return await entries.enterCell(db, cell, cellUrl);
  } catch (error) {
    if (/^(28|3D)/.test(sqlState(error) ?? ""))
      throw unusable("DIRECTORY_URL", directoryUrl, {
        takes: "a database that lets this user in",
        reason: (error as Error).message,
      });
    return orAway(error);
  }
}

/** At the start of a process: one that is away is waited for where it is needed, one that can't be used ends the start. */
export async function prepareDirectory(directory: Directory, log: Log): Promise<void> {
  try {
    await directory.prepare();
  } catch (error) {
    if (!(error instanceof DirectoryAway)) throw error;
    log.warn({ reason: reasonOf(error.cause) }, "the directory is away: no account and no key can be made");
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function orAway(error: unknown): never {
  const isClosed = sqlState(error) === "55000"; // the database accepts no connections
  if (!(error instanceof SetupError) && (isClosed || isConnectionLoss(error))) throw new DirectoryAway(error);
  throw error;
}

function unlessAway(error: unknown): void {
  if (!(error instanceof DirectoryAway)) throw error;
}

/** Deliveries of a cell are numbered where no other cell's are. */
export const numberDeliveries = (cell: Database, ordinal: number): Promise<void> =>
  entries.numberDeliveriesFrom(cell, entries.DELIVERIES_EACH * BigInt(ordinal));
