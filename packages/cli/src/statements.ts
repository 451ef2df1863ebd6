/** `holdfast statements …`: files of banks, for rails of the operator's own. */
import * as admin from "@holdfast/service/admin";
import { type Entering, run } from "./run.js";

const textOf = ({
  rail,
  dry_run,
  opening,
  closing,
  lines,
  new_lines,
  payments,
  refunds,
  payouts,
  returned,
  open,
}: admin.ImportedObject): string =>
  [
    `${rail}: ${lines} lines from ${opening} to ${closing}, ${new_lines} of them new${dry_run ? "; nothing was kept" : ""}`,
    `  ${payments} payments, ${refunds} refunds and ${payouts} payouts of ours; ${returned} came back`,
    `  ${open} that came in and name none of ours: see Receipts on the desk`,
  ].join("\n");

export function enterStatements({ group, add }: Entering): void {
  const statements = group("statements", "files of banks, for rails of your own");
  add(statements, "import <file>", "book a bank's file, each line once; all of it, or nothing")
    .requiredOption("--rail <id>", "the rail in RAILS_FILE whose account it is of")
    .option("--dry-run", "say what would come of it, and keep nothing")
    .action((file: string, { rail, dryRun = false, json }: { rail: string; dryRun?: boolean; json?: boolean }) =>
      run(json === true, async (db, config) => {
        const value = await admin.importRailStatement(db, config, { file, rail, dryRun });
        return { value, text: textOf(value) };
      }),
    );
}
