/** What the command line does with the directory of several cells. */

import { type Directory, openDirectory } from "../cells/directory.js";
import { fillDirectory } from "../cells/fill.js";
import { type FilledPeople, FillRefused, fillPeople } from "../cells/fill-people.js";
import { moveAccount, type Step, stayAccount } from "../cells/move.js";
import type { Config } from "../config/index.js";
import { NO_REGISTRY, type Registry } from "../identity/registry.js";
import { type Database, openDatabase } from "../platform/database.js";
import { DatabaseUnavailable } from "../platform/database-errors.js";
import { awayBy, calledBy } from "../platform/named-database.js";
import { configuredUrls, openConfiguredSeal, openRecoveryKey, openSealOfPeople } from "../setup.js";
import { type CellRow, listCells } from "../store/directory/cells.js";
import { auditLedger } from "../store/read/money/audit.js";
import { accountIn, CommandRefused, emailIn } from "./arguments.js";

/** Runs `work` with where new accounts and keys are written down. */
export async function withRegistry<Result>(
  { cell }: Pick<Config, "cell">,
  work: (registry: Registry) => Promise<Result>,
): Promise<Result> {
  return cell === null ? work(NO_REGISTRY) : withDirectory({ cell }, ({ registry }) => work(registry));
}

export async function withDirectory<Result>(
  { cell, mode }: Pick<Config, "cell"> & Partial<Pick<Config, "mode">>,
  work: (directory: Directory) => Promise<Result>,
): Promise<Result> {
  if (cell === null) throw new CommandRefused("CELL and DIRECTORY_URL are not set: this deployment has one cell.");
  const directory = openDirectory({ ...cell, mode: mode ?? null });
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

export type Filled = FilledPeople & { readonly cell: string; readonly accounts: number; readonly keys: number };

/**
 * Enters accounts, keys and people of this cell that the directory does not know yet, and tells how many.
 * @param samePeople addresses whose two sign-ins, with a second factor each, are one person's.
 * @throws CommandRefused
 */
export const fill = (db: Database, config: Config, samePeople: readonly string[] = []): Promise<Filled> =>
  withDirectory(config, async (directory) => {
    const known = await fillDirectory(db, directory);
    const { people } = directory;
    const own = await openConfiguredSeal(config, db);
    const seal = await openSealOfPeople(config, people, db);
    const withCodes = (await openRecoveryKey(people, seal)).equals(await openRecoveryKey(db, own));
    const owners: Database[] = [];
    const owner = (): Database => {
      const url = configuredUrls(config)?.migrationUrl;
      if (url === undefined) throw new CommandRefused("cells take DATABASE_URL.");
      owners[0] ??= openDatabase(url, { connections: 1, applicationName: "holdfast-fill", timeoutMs: STATEMENT_MS });
      return owners[0];
    };
    try {
      const name = directory.cell;
      const ways = { cell: db, name, people, owner, seal, withCodes, samePeople: samePeople.map(emailIn) };
      return { cell: name, ...known, ...(await fillPeople(ways)) };
    } catch (error) {
      throw error instanceof FillRefused ? new CommandRefused(error.message) : error;
    } finally {
      await Promise.all(owners.map((one) => one.close()));
    }
  });

/** The cells that the directory knows, by name. */
export const cells = (config: Pick<Config, "cell">): Promise<readonly CellRow[]> =>
  withDirectory(config, async (directory) => listCells(await directory.open()).catch(awayBy("the directory")));

type Moving = {
  readonly account: string;
  /** The cell where it goes; null to have it stay after all. */
  readonly to: string | null;
  /** Told what is done, in a line. */
  readonly tell: (line: string) => void;
};

const TOLD: Readonly<Record<Step, string>> = {
  prove: "proving the books of this cell",
  ahead: "copying what is there already",
  announce: "the directory says that the account moves",
  hold: "workers take nothing more of it",
  drain: "waiting for what they have in hand",
  close: "the account is closed: callers are asked to come back",
  copy: "copying what came since, and comparing all of it",
  turn: "opening the account in its new cell",
  check: "proving the books of its new cell",
  purge: "taking away what stayed behind",
  done: "done",
};

/** As long as the largest table takes. */
const STATEMENT_MS = 1_800_000;

/** Moves an account from this cell to another, or goes on with a move that was interrupted. @throws CommandRefused, MoveRefused */
export async function move(config: Config, { account, to, tell }: Moving): Promise<{ account: string; cell: string }> {
  const [id, urls, targetUrl] = [accountIn(account), configuredUrls(config), config.cell?.moveUrl];
  return withDirectory(config, async ({ cell, open }) => {
    if (urls === null || targetUrl === undefined)
      throw new CommandRefused("a move takes DATABASE_URL of this cell and MOVE_DATABASE_URL of the other one.");
    if (to === cell) throw new CommandRefused(`${to} is this cell: name another one.`);
    const openCell = (url: string): Database =>
      openDatabase(url, { connections: 2, applicationName: "holdfast-move", timeoutMs: STATEMENT_MS });
    const [source, target] = [openCell(urls.migrationUrl), openCell(targetUrl)];
    try {
      const ways = {
        directory: calledBy("the directory", await open().catch(awayBy("the directory"))),
        source: calledBy(`the database of cell ${cell}`, source),
        target: calledBy("the database of MOVE_DATABASE_URL", target),
      };
      if (to === null) await stayAccount({ account: id, from: cell }, ways);
      else
        await moveAccount(
          { account: id, from: cell, to },
          {
            ...ways,
            audit: auditLedger,
            onStep: (step) => tell(TOLD[step]),
            onTable: (table, rows) => rows > 0 && tell(`  ${table}: ${rows} ${rows === 1 ? "row" : "rows"}`),
            onLost: (error) => tell(`${error.message}: trying again`),
          },
        );
      return { account, cell: to ?? cell };
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new CommandRefused(`${error.message}: run the command again when it is back, and it goes on.`);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  });
}
