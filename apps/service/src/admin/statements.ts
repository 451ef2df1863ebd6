/** What the command line does about statements of rails of the operator's own. */
import { basename } from "node:path";
import { importStatement } from "../commands/import-statement.js";
import type { Config } from "../config/index.js";
import { StatementProblem } from "../domain/bank-statements.js";
import { formatSigned } from "../domain/money.js";
import { COMMAND_LINE } from "../domain/operators.js";
import type { Database } from "../platform/database.js";
import { CommandRefused } from "./arguments.js";

export type ImportedObject = {
  readonly rail: string;
  readonly dry_run: boolean;
  readonly opening: string;
  readonly closing: string;
  /** In the file; of them those that no statement had brought before. */
  readonly lines: number;
  readonly new_lines: number;
  /** Of the new ones: payments, refunds and payouts of ours, what came back of them, and money that came in for a person to look at. */
  readonly payments: number;
  readonly refunds: number;
  readonly payouts: number;
  readonly returned: number;
  readonly open: number;
};

/** Books a bank's file for a rail, or says what would come of it. @throws CommandRefused with the sentence that says why not. */
export async function importRailStatement(
  db: Database,
  config: Config,
  { file, rail: id, dryRun }: { readonly file: string; readonly rail: string; readonly dryRun: boolean },
): Promise<ImportedObject> {
  const rails = config.providers.manual?.rails ?? [];
  const rail = rails.find((one) => one.id === id);
  if (rail === undefined)
    throw new CommandRefused(
      `there is no rail ${id}: RAILS_FILE has ${rails.map((one) => one.id).join(", ") || "none"}.`,
    );
  try {
    const about = { path: file, name: basename(file), operator: COMMAND_LINE, isDry: dryRun };
    const imported = await importStatement(db, rail, about);
    const { payments, refunds, payouts, returned, open } = imported;
    return {
      rail: id,
      dry_run: dryRun,
      opening: formatSigned(imported.opening),
      closing: formatSigned(imported.closing),
      lines: imported.inFile,
      new_lines: imported.lines,
      payments,
      refunds,
      payouts,
      returned,
      open,
    };
  } catch (error) {
    if (error instanceof StatementProblem) throw new CommandRefused(error.message);
    throw error;
  }
}
