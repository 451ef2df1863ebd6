import { StatementProblem } from "../domain/bank-statements.js";
import type { Operator } from "../domain/operators.js";
import type { Rail } from "../domain/rails.js";
import type { Database } from "../platform/database.js";
import { fileSource } from "../providers/manual/read-statement.js";
import { type Counted, countStatement } from "../store/write/rail-statements.js";
import { stageStatement } from "./stage-statement.js";

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
  const given = { rail, source: await fileSource(path), name, linesMax: null, operator };
  return stageStatement(db, given, async ({ read, counted, statement }) => {
    const isBooked = !isDry && statement !== null && (await countStatement(db, statement, { operator, upload: null }));
    if (!isDry && statement !== null && !isBooked) throw new StatementProblem(OVERTAKEN);
    const { opening, closing, count: inFile } = read;
    return { isBooked, outcome: { ...counted, inFile, opening, closing, isDry } };
  });
}

const OVERTAKEN = "Something else was booked for this rail at the same moment: try again.";
