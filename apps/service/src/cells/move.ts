/**
 * Moves an account from one cell to another. Each step can be repeated: a move that is run again, after a kill at any point,
 * goes on from what the two cells and the directory say, and the arrival is one transaction.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "../domain/ids.js";
import { monotonicMs } from "../platform/clock.js";
import type { Database, Transaction } from "../platform/database.js";
import { RowHeld } from "../platform/database-errors.js";
import * as home from "../store/directory/moves.js";
import { copyRows, purgeRows, tallyRows } from "../store/moving/rows.js";
import * as steps from "../store/moving/steps.js";
import { MOVED, PEOPLE } from "../store/moving/tables.js";

/** It can't be moved as things are; the message is one line. */
export class MoveRefused extends Error {}

export type Move = {
  readonly account: AccountId;
  /** Cells, by name. */
  readonly from: string;
  readonly to: string;
};

export type Ways = {
  readonly directory: Database;
  /** The cells' databases, as the roles that own their tables. */
  readonly source: Database;
  readonly target: Database;
  /** Proves the books of a cell; the accounts whose books are broken. */
  readonly audit: (cell: Database) => Promise<readonly { readonly account: string; readonly rule: string }[]>;
  /** Told before each step. A test throws here. */
  readonly onStep: (step: Step) => void;
  /** Told of each table whose rows have arrived and are the same. */
  readonly onTable: (table: string, rows: number) => void;
};

export const STEPS = ["announce", "hold", "drain", "close", "copy", "turn", "check", "purge", "done"] as const;
export type Step = (typeof STEPS)[number];

/** @throws MoveRefused; whatever else is thrown, the move goes on when it is asked for again. */
export async function moveAccount(move: Move, ways: Ways): Promise<void> {
  const { account, from, to } = move;
  const { directory, target, onStep } = ways;
  const found = await home.findHome(directory, account);
  if (found === null) throw new MoveRefused(`the directory knows no account ${account}.`);
  if (found.cell !== from && found.cell !== to)
    throw new MoveRefused(`account ${account} lives in cell ${found.cell}, not in ${from}.`);
  if (found.cell === from) {
    if ((await steps.readMoving(target, account)) === null) {
      await requireLikeness(move, ways);
      await leave(move, ways);
    }
    onStep("turn");
    await home.turnMove(directory, move);
  }
  await clearSource(move, ways);
  onStep("done");
}

/** From the first mark to the commit in the other cell. */
async function leave(move: Move, ways: Ways): Promise<void> {
  const { account, from, to } = move;
  const { directory, source, onStep } = ways;
  onStep("announce");
  if (!(await home.beginMove(directory, move)))
    throw new MoveRefused(`account ${account} can't move from ${from} to ${to}: \`directory list\` shows the cells.`);
  onStep("hold");
  for (const hold of steps.holdsOf(account)) await putTrigger(source, hold);
  onStep("drain");
  await until(async () => (await steps.countInHand(source, account)) === 0, "calls to providers are under way");
  onStep("close");
  await steps.markMoving(source, account, true);
  for (const fence of steps.fencesOf(account, "state")) await putTrigger(source, fence);
  await until(async () => (await steps.countLanes(source, account)) === 0, "webhooks are being sent");
  for (const fence of steps.fencesOf(account, "webhooks")) await putTrigger(source, fence);
  onStep("copy");
  await arrive(move, ways);
}

/** All rows, compared, or none. */
async function arrive({ account }: Move, { source, target, onTable }: Ways): Promise<void> {
  await source.transaction((from) =>
    target.transaction(async (to) => {
      await steps.asReplica(to);
      for (const table of PEOPLE) await copyRows({ from, to }, table, { account, isShared: true });
      for (const table of MOVED) {
        await copyRows({ from, to }, table, { account, isShared: false });
        onTable(table.name, await compare({ from, to }, table, account));
      }
      await steps.settleArrived(to, account);
    }),
  );
}

async function compare(
  { from, to }: { readonly from: Transaction; readonly to: Transaction },
  table: (typeof MOVED)[number],
  account: AccountId,
): Promise<number> {
  const [left, arrived] = await Promise.all([
    tallyRows(from, table, { account, asArrived: true }),
    tallyRows(to, table, { account, asArrived: false }),
  ]);
  if (left.rows !== arrived.rows || left.hash !== arrived.hash)
    throw new Error(`${table.name} of ${account}: ${left.rows} rows left and ${arrived.rows} arrived, or they differ`);
  return Number(arrived.rows);
}

/** What stayed behind goes once the books of the new home are proved with it. */
async function clearSource({ account }: Move, { source, target, audit, onStep }: Ways): Promise<void> {
  if ((await steps.readMoving(source, account)) !== null) {
    onStep("check");
    const broken = (await audit(target)).find((finding) => finding.account === account);
    if (broken !== undefined)
      throw new Error(`the books of ${account} do not balance where it arrived: ${broken.rule}; nothing was purged`);
    onStep("purge");
    await source.transaction(async (tx) => {
      await steps.asReplica(tx);
      await steps.purgeRebuilt(tx, account);
      for (const table of MOVED.toReversed()) await purgeRows(tx, table, account);
    });
  }
  await dropTriggers(source, account);
}

/** Gives a move up that has not arrived: the account goes on where it was. */
export async function stayAccount(
  { account, from }: Omit<Move, "to">,
  ways: Pick<Ways, "directory" | "source" | "target">,
): Promise<void> {
  const found = await home.findHome(ways.directory, account);
  if (found?.cell !== from || found.state !== "MOVING") throw new MoveRefused(`account ${account} is not moving.`);
  if ((await steps.readMoving(ways.target, account)) !== null)
    throw new MoveRefused(`account ${account} has arrived in ${found.target} already: move it to its end, then back.`);
  await dropTriggers(ways.source, account);
  await steps.markMoving(ways.source, account, false);
  await home.giveMoveUp(ways.directory, { account, from });
}

async function requireLikeness({ account, from, to }: Move, { source, target, audit }: Ways): Promise<void> {
  if ((await steps.readMoving(source, account)) === null)
    throw new MoveRefused(`the directory says that ${account} lives in ${from}, and it is not there.`);
  const [left, right] = await Promise.all([steps.readLikeness(source), steps.readLikeness(target)]);
  if (left !== right)
    throw new MoveRefused(`cell ${to} has other migrations or another SECRET_KEY: bring both to the same first.`);
  const [sellers] = PEOPLE;
  if (sellers === undefined) throw new Error("sellers are people");
  const strangers = await steps.findStrangers(target, await steps.readPeople(source, sellers, account));
  if (strangers.length > 0)
    throw new MoveRefused(
      `in cell ${to} somebody else signs in as ${strangers[0]}: have one of the two changed first.`,
    );
  const broken = (await audit(source)).find((finding) => finding.account === account);
  if (broken !== undefined) throw new MoveRefused(`the books of ${account} do not balance: ${broken.rule}.`);
}

const PATIENCE_MS = 45_000;
const LOOK_EVERY_MS = 50;

async function until(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = monotonicMs() + PATIENCE_MS;
  while (!(await isDone())) {
    if (monotonicMs() > giveUpAt)
      throw new MoveRefused(
        `${what} for longer than ${PATIENCE_MS / 1000} s: run the move again, or end it with --stay.`,
      );
    await sleep(LOOK_EVERY_MS);
  }
}

/** One at a time, so that a table that is written to all the time holds nobody up. */
async function putTrigger(cell: Database, put: Parameters<typeof steps.putTrigger>[1]): Promise<void> {
  await persisting(() => cell.transaction((tx) => steps.putTrigger(tx, put)));
}

async function dropTriggers(cell: Database, account: AccountId): Promise<void> {
  for (const trigger of await steps.listTriggers(cell, account))
    await persisting(() => cell.transaction((tx) => steps.dropTrigger(tx, trigger)));
}

const TRIES = 60;

async function persisting(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RowHeld) || attempt === TRIES) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}
