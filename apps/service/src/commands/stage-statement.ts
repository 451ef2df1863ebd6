import { keysIn, StatementProblem } from "../domain/bank-statements.js";
import { formatSigned } from "../domain/money.js";
import type { Operator } from "../domain/operators.js";
import { type Rail, railProvider } from "../domain/rails.js";
import type { Database } from "../platform/database.js";
import { type ReadStatement, readStatement, type StatementSource } from "../providers/manual/read-statement.js";
import {
  beginStatement,
  type Counted,
  countStaged,
  dropStatement,
  knownBalance,
  matchBookedByHand,
  matchStaged,
  NOTHING_STAGED,
  type StagedLine,
  stageLines,
} from "../store/write/rail-statements.js";

/** Lines that one statement of SQL keeps. */
const STEP = 200;
/** Of what payer and bank wrote. */
const TEXT_MAX = 2_000;

/** A file that was read to its end, and meets what is known. */
export type Staged = {
  readonly read: ReadStatement;
  /** Its new lines and what they name. */
  readonly counted: Counted;
  /** What is staged, for as long as somebody works on it; null where no line is new. */
  readonly statement: string | null;
};

export type GivenFile = {
  readonly rail: Rail;
  readonly source: StatementSource;
  readonly name: string;
  /** Lines of a file that is taken; null for any number. */
  readonly linesMax: number | null;
  readonly operator: Operator;
};

/**
 * Stages the new lines of a bank's file and works on them: one file of a rail at a time. What the work didn't book is dropped.
 * @throws StatementProblem with the sentence that says why nothing can be booked.
 */
export async function stageStatement<Outcome>(
  db: Database,
  { rail, source, name, linesMax, operator }: GivenFile,
  work: (staged: Staged) => Promise<{ readonly isBooked: boolean; readonly outcome: Outcome }>,
): Promise<Outcome> {
  if (rail.statements === null)
    throw new StatementProblem(
      `Rail ${rail.id} has no \`statements\` in RAILS_FILE, which say how its files are read.`,
    );
  const provider = railProvider(rail);
  const read = await readStatement(source, rail.statements, rail.currency);
  const { opening, closing, digest, currency, count } = read;
  if (linesMax !== null && count > linesMax)
    throw new StatementProblem(
      `The file has ${count} lines, and ${linesMax} are taken here: import it with \`holdfast statements import\`.`,
    );
  if (count === 0) return (await work({ read, counted: NOTHING_STAGED, statement: null })).outcome;
  const before = await knownBalance(db, provider);
  const given = { provider, digest, name: name.slice(-255), currency, opening, closing, lines: count };
  const statement = await beginStatement(db, { ...given, operator });
  if (statement === null)
    throw new StatementProblem("Another statement of this rail is being imported: try again in a minute.");
  let isBooked = false;
  try {
    const counted = await stage(db, statement, read);
    requireMeeting(before, read, counted);
    const done = await work({ read, counted, statement: counted.lines === 0 ? null : statement });
    isBooked = done.isBooked;
    return done.outcome;
  } finally {
    if (!isBooked) await dropStatement(db, statement);
  }
}

async function stage(db: Database, statement: string, { lines }: ReadStatement): Promise<Counted> {
  let step: StagedLine[] = [];
  for await (const line of lines()) {
    const { id, day, amount, texts } = line;
    step.push({ id, day, amount, text: plain(texts.join("\n")), keys: keysIn(line) });
    if (step.length < STEP) continue;
    await stageLines(db, statement, step);
    step = [];
  }
  await stageLines(db, statement, step);
  await matchStaged(db, statement);
  await matchBookedByHand(db, statement);
  return countStaged(db, statement);
}

/** The database takes no NUL, and no half of a sign. */
const plain = (text: string): string => text.replaceAll("\0", "").slice(0, TEXT_MAX).toWellFormed();

/** What is known and what is new have to make the closing balance. @throws StatementProblem */
function requireMeeting(before: bigint | null, { opening, closing }: ReadStatement, { lines, moved }: Counted): void {
  if (lines === 0) return;
  const known = before ?? opening;
  if (known + moved === closing) return;
  const sums = `${formatSigned(known)} is known, the new lines add up to ${formatSigned(moved)}, and the file closes with ${formatSigned(closing)}`;
  throw new StatementProblem(
    `The balances don’t meet: ${sums}. A statement in between is missing, or this one is of another account.`,
  );
}
