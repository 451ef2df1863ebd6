/**
 * Moves an account from one cell to another. Each step can be repeated: a move that is run again, after a kill at any point,
 * goes on from what the two cells and the directory say, and the arrival is one transaction.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "../domain/ids.js";
import { monotonicMs } from "../platform/clock.js";
import type { Database, Transaction } from "../platform/database.js";
import { DatabaseUnavailable, RowHeld } from "../platform/database-errors.js";
import { DELIVERIES_EACH } from "../store/directory/accounts.js";
import * as home from "../store/directory/moves.js";
import { findKnownSellers } from "../store/identity/filling.js";
import { takeSellers } from "../store/identity/sellers-apart.js";
import { catchUp, copyAnew, copyRows, purgeRows, tallyRows } from "../store/moving/rows.js";
import * as steps from "../store/moving/steps.js";
import { MOVED, PEOPLE, SELLERS } from "../store/moving/tables.js";
import { readMoment } from "../store/written-since.js";

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
  /** Told when a database did not answer, and the move is about to go on all the same. */
  readonly onLost: (error: DatabaseUnavailable) => void;
};

export const STEPS = [
  "prove",
  "ahead",
  "announce",
  "hold",
  "drain",
  "close",
  "copy",
  "turn",
  "check",
  "purge",
  "done",
] as const;
export type Step = (typeof STEPS)[number];

/** Before the first step somebody waits to hear what is wrong; from then on, callers wait for the end. */
const ATTEMPTS = { before: 3, since: 30 } as const;
/** Longer from one to the next. */
const PAUSE_MS = { first: 250, most: 2_000 } as const;

/**
 * Once it has begun it goes on by itself for a minute where a database does not answer: callers wait for it.
 * @throws MoveRefused; whatever else is thrown, the move goes on when it is asked for again.
 */
export async function moveAccount(move: Move, ways: Ways): Promise<void> {
  let hasBegun = false;
  const onStep = (step: Step): void => {
    hasBegun = true;
    ways.onStep(step);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await goOn(move, { ...ways, onStep });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempt >= ATTEMPTS[hasBegun ? "since" : "before"]) throw error;
      if (hasBegun) ways.onLost(error);
      await sleep(Math.min(attempt * PAUSE_MS.first, PAUSE_MS.most));
    }
  }
}

/** From where the cells and the directory say that it stands. */
async function goOn(move: Move, ways: Ways): Promise<void> {
  const { account, from, to } = move;
  const { directory, target, onStep } = ways;
  const found = await home.findHome(directory, account);
  if (found === null) throw new MoveRefused(`the directory knows no account ${account}.`);
  if (found.cell !== from && found.cell !== to)
    throw new MoveRefused(`account ${account} lives in cell ${found.cell}, not in ${from}.`);
  await requireCells(move, ways);
  if (found.cell === from) {
    if ((await steps.readMoving(target, account)) === null) {
      onStep("prove");
      await requireLikeness(move, ways);
      // Of a move away from there that was killed right before its end.
      await letGo(target, account);
      await arrive(move, ways);
    }
    onStep("turn");
    if (!(await home.turnMove(directory, move))) throw new MoveRefused(noLonger(move));
  }
  await bringUpToDate(move, ways);
  await clearSource(move, ways);
  onStep("done");
}

/** News of people may have passed the one cell before they were known there, and not have come to the other yet. */
async function bringUpToDate({ account }: Move, { directory, target }: Ways): Promise<void> {
  const people = await steps.readPeople(target, SELLERS, account);
  const known = await findKnownSellers(
    directory,
    people.map(({ id }) => id),
  );
  await takeSellers(target, known, { isHere: true });
}

const noLonger = ({ account, from, to }: Move): string =>
  `account ${account} does not move from ${from} to ${to} any more: somebody else has moved it, or had it stay.`;

/**
 * All rows, compared, or none. Most are copied before anybody waits: what was written since is copied again when the account is closed,
 * and then all of it is compared. Two that move it at once, and one that has it stay meanwhile, wait for each other.
 */
async function arrive(move: Move, ways: Ways): Promise<void> {
  const { account, to: name } = move;
  const { directory, source, target, onStep, onTable } = ways;
  await target.transaction(async (to) => {
    await steps.lockArrival(to, account);
    if ((await steps.readMoving(to, account)) !== null) return;
    onStep("ahead");
    await steps.asReplica(to);
    await steps.setKeptAside(to, account);
    const ahead = await source.transaction(async (from) => {
      const moment = await readMoment(from);
      for (const table of MOVED) await copyRows({ from, to }, table, { account });
      return moment;
    });
    await leave(move, ways);
    onStep("copy");
    await source.transaction(async (from) => {
      const holdOn = async (): Promise<void> => {
        if ((await steps.lockMoving(from, account)) !== true) throw new MoveRefused(noLonger(move));
      };
      await holdOn();
      if ((await home.findHome(directory, account))?.target !== name) throw new MoveRefused(noLonger(move));
      for (const table of PEOPLE) await copyRows({ from, to }, table, { account, isShared: true });
      for (const table of MOVED) {
        await catchUp({ from, to }, table, { account, since: ahead });
        onTable(table.name, await compare({ from, to }, table, account));
      }
      await steps.settleArrived(to, account);
      // A connection that was lost meanwhile held nobody off.
      await holdOn();
      await to.commit();
    });
  });
}

/** From the first mark until nobody writes a row of the account any more. */
async function leave(move: Move, ways: Ways): Promise<void> {
  const { account, from, to } = move;
  const { directory, source, onStep } = ways;
  onStep("announce");
  if (!(await home.beginMove(directory, move)))
    throw new MoveRefused(`account ${account} moves from ${from} to another cell than ${to} already: go on with that.`);
  onStep("hold");
  await steps.holdAccount(source, account, true);
  for (const hold of steps.holdsOf(account)) await putTrigger(source, hold);
  onStep("drain");
  await until(async () => (await steps.countInHand(source, account)) === 0, "calls to providers are under way");
  // Better now than while callers wait. A lane that always has more to send ends only once nothing new comes.
  await waited(async () => (await steps.countLanes(source, account)) === 0, LANES_PATIENCE_MS);
  onStep("close");
  await steps.markMoving(source, account, true);
  for (const fence of steps.fencesOf(account, "state")) await putTrigger(source, fence);
  await until(async () => (await steps.countLanes(source, account)) === 0, "webhooks are being sent");
  for (const fence of steps.fencesOf(account, "webhooks")) await putTrigger(source, fence);
}

/** How many rows arrived. @throws unless they are the same. */
async function compare(
  { from, to }: { readonly from: Transaction; readonly to: Transaction },
  table: (typeof MOVED)[number],
  account: AccountId,
): Promise<number> {
  const tally = () =>
    Promise.all([
      tallyRows(from, table, { account, asArrived: true }),
      tallyRows(to, table, { account, asArrived: false }),
    ]);
  let [left, arrived] = await tally();
  if (left.rows !== arrived.rows) {
    // Something was deleted since most of it was copied.
    await copyAnew({ from, to }, table, account);
    [left, arrived] = await tally();
  }
  if (left.rows !== arrived.rows || left.hash !== arrived.hash)
    throw new Error(`${table.name} of ${account}: ${left.rows} rows left and ${arrived.rows} arrived, or they differ`);
  return Number(arrived.rows);
}

/** What stayed behind goes once the books of the new home are proved with it. */
async function clearSource({ account }: Move, { source, target, audit, onStep }: Ways): Promise<void> {
  if ((await steps.readMoving(source, account)) !== null) {
    onStep("check");
    await steps.analyzeArrived(target);
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
  await letGo(source, account);
}

/** Gives a move up that has not arrived: the account goes on where it was. */
export async function stayAccount(
  { account, from }: Omit<Move, "to">,
  ways: Pick<Ways, "directory" | "source" | "target">,
): Promise<void> {
  const { directory, source, target } = ways;
  const found = await home.findHome(directory, account);
  if (found === null) throw new MoveRefused(`the directory knows no account ${account}.`);
  if (found.cell !== from) throw new MoveRefused(`account ${account} lives in cell ${found.cell}, not in ${from}.`);
  if (found.target === null) throw new MoveRefused(`account ${account} is not moving: it lives in cell ${from}.`);
  await requireCells({ from, to: found.target }, ways);
  await source.transaction(async (tx) => {
    await steps.lockMoving(tx, account);
    if ((await steps.readMoving(target, account)) !== null)
      throw new MoveRefused(
        `account ${account} has arrived in ${found.target} already: move it to its end, then back.`,
      );
    await steps.asReplica(tx); // past the triggers of the move
    await steps.markMoving(tx, account, false);
  });
  await letGo(source, account);
  await home.giveMoveUp(directory, { account, from });
}

/** Now, and not when the account is closed already: the roles may do it, and each database is of the cell that it is taken for. */
async function requireCells(
  { from, to }: Pick<Move, "from" | "to">,
  { directory, source, target }: Pick<Ways, "directory" | "source" | "target">,
): Promise<void> {
  for (const [name, cell] of [
    [from, source],
    [to, target],
  ] as const) {
    const place = await home.findPlace(directory, name);
    if (place === null)
      throw new MoveRefused(`there is no cell ${name}: \`directory list\` shows those that there are.`);
    const { owns, writesAsReplica } = await steps.readRights(cell);
    if (!owns) throw new MoveRefused(`the role that was given for cell ${name} does not own its tables.`);
    if (!writesAsReplica)
      throw new MoveRefused(
        `the role that owns the tables of cell ${name} may not set session_replication_role: a superuser has to grant it.`,
      );
    // An account that arrived in another database could be found by nobody.
    if ((await steps.readLastDelivery(cell)) / DELIVERIES_EACH !== BigInt(place))
      throw new MoveRefused(`what was given as the database of cell ${name} is another database.`);
  }
}

async function requireLikeness({ account, from, to }: Move, { source, target, audit }: Ways): Promise<void> {
  if ((await steps.readMoving(source, account)) === null)
    throw new MoveRefused(`the directory says that ${account} lives in ${from}, and it is not there.`);
  const [left, right] = await Promise.all([steps.readSchemaFingerprint(source), steps.readSchemaFingerprint(target)]);
  if (left !== right)
    throw new MoveRefused(`cell ${to} has other migrations or another SECRET_KEY: bring both to the same first.`);
  const people = await steps.readPeople(source, SELLERS, account);
  if (people.some((person) => person.signs_in_here))
    throw new MoveRefused(`people of ${account} sign in to cell ${from} alone: run \`directory fill\` there first.`);
  const strangers = await steps.findTakenAddresses(target, people);
  if (strangers.length > 0)
    throw new MoveRefused(
      `in cell ${to} somebody else signs in as ${strangers[0]}: run \`directory fill\` there first.`,
    );
  const broken = (await audit(source)).find((finding) => finding.account === account);
  if (broken !== undefined) throw new MoveRefused(`the books of ${account} do not balance: ${broken.rule}.`);
}

const PATIENCE_MS = 45_000;
/** As long as a receiver of webhooks may take. */
const LANES_PATIENCE_MS = 12_000;
const LOOK_EVERY_MS = 50;

async function until(isDone: () => Promise<boolean>, what: string): Promise<void> {
  if (!(await waited(isDone, PATIENCE_MS)))
    throw new MoveRefused(
      `${what} for longer than ${PATIENCE_MS / 1000} s: run the move again, or end it with --stay.`,
    );
}

/** Whether it came to be within that time. */
async function waited(isDone: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const giveUpAt = monotonicMs() + patienceMs;
  while (!(await isDone())) {
    if (monotonicMs() > giveUpAt) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** One at a time, so that a table that is written to all the time holds nobody up. */
async function putTrigger(cell: Database, put: Parameters<typeof steps.putTrigger>[1]): Promise<void> {
  await persisting(() => cell.transaction((tx) => steps.putTrigger(tx, put)));
}

/** Nothing of a move is left in the cell but the account's rows, if it has them. */
async function letGo(cell: Database, account: AccountId): Promise<void> {
  for (const trigger of await steps.listTriggers(cell, account))
    await persisting(() => cell.transaction((tx) => steps.dropTrigger(tx, trigger)));
  await steps.holdAccount(cell, account, false);
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
