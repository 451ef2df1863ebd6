import { keysIn, StatementProblem } from "../domain/bank-statements.js";
import { formatSigned } from "../domain/money.js";
import type { Operator } from "../domain/operators.js";
import { type Rail, railProvider } from "../domain/rails.js";
import type { Database, Queryable } from "../platform/database.js";
import { named, type ReadStatement, readStatement } from "../providers/manual/read-statement.js";
import {
  beginStatement,
  type Counted,
  countStaged,
  countStatement,
  dropStatement,
  knownBalance,
  matchStaged,
  type StagedLine,
  stageLines,
} from "../store/write/rail-statements.js";

/** Lines that one statement of SQL keeps. */
const STEP = 1_000;
/** Of what payer and bank wrote. */
const TEXT_MAX = 2_000;

/** What came of a file, or would: lines in it, those that are new, and what the new ones name. */
export type Imported = Counted & {
  readonly inFile: number;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly isDry: boolean;
};

export type StatementFile = { readonly path: string; readonly name: string };

/**
 * Books a bank's file for a rail: each line once, whatever file it comes in; all of a file, or nothing. What names one of our payments
 * is booked as money that came in, what names a refund or a payout as sent or come back, and all else is for a person.
 * @param file.isDry says what would come of it, and keeps nothing.
 * @throws StatementProblem with the sentence that says why nothing was booked.
 */
export async function importStatement(
  db: Database,
  rail: Rail,
  { path, name, operator, isDry }: StatementFile & { readonly operator: Operator; readonly isDry: boolean },
): Promise<Imported> {
  if (rail.statements === null)
    throw new StatementProblem(
      `Rail ${rail.id} has no \`statements\` in RAILS_FILE, which say how its files are read.`,
    );
  const provider = railProvider(rail);
  const read = await readStatement(path, rail.statements, rail.currency);
  const { opening, closing, digest, currency, lines } = read;
  const about = { inFile: lines.length, opening, closing, isDry };
  if (lines.length === 0)
    return { ...about, lines: 0, payments: 0, refunds: 0, payouts: 0, returned: 0, open: 0, moved: 0n };
  const before = await knownBalance(db, provider);
  const given = { provider, digest, name: name.slice(-255), currency, opening, closing, lines: lines.length };
  const statement = await beginStatement(db, { ...given, operator });
  if (statement === null)
    throw new StatementProblem("Another statement of this rail is being imported: try again in a minute.");
  let isKept = false;
  try {
    const counted = await stage(db, statement, read);
    requireMeeting(before, read, counted);
    isKept = !isDry && counted.lines > 0 && (await countStatement(db, statement, operator));
    if (!isDry && counted.lines > 0 && !isKept)
      throw new StatementProblem("Something else was booked for this rail at the same moment: try again.");
    return { ...about, ...counted };
  } finally {
    if (!isKept) await dropStatement(db, statement);
  }
}

async function stage(db: Queryable, statement: string, { lines }: ReadStatement): Promise<Counted> {
  let step: StagedLine[] = [];
  for (const line of named(lines)) {
    const { id, day, amount, texts } = line;
    step.push({ id, day, amount, text: plain(texts.join("\n")), keys: keysIn(line) });
    if (step.length < STEP) continue;
    await stageLines(db, statement, step);
    step = [];
  }
  await stageLines(db, statement, step);
  await matchStaged(db, statement);
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
