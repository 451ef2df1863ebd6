/** `holdfast refund …`: refunds that did not reach their payers yet. */
import * as admin from "@holdfast/service/admin";
import { type Entering, lines, run } from "./run.js";

const refundLine = (refund: admin.RefundObject): string =>
  [
    refund.id,
    refund.status.padEnd(9),
    refund.amount.padStart(12),
    refund.reference_code,
    refund.error === null ? `${refund.tries} tries` : `${refund.tries} tries: ${refund.error}`,
  ].join("  ");

export function enterRefunds({ group, add }: Entering): void {
  const refund = group("refund", "money on its way back to buyers");
  add(refund, "list", "list what is not paid out yet, the oldest first; FAILED waits for you").action(
    (options: { json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.owedRefunds(db);
        return { value, text: lines(value.map(refundLine), "nothing is owed") };
      }),
  );
  add(refund, "retry <refund>", "have a FAILED refund tried again").action((id: string, options: { json?: boolean }) =>
    run(options.json === true, async (db) => {
      const value = await admin.tryRefundAgain(db, id);
      return { value, text: refundLine(value) };
    }),
  );
}
