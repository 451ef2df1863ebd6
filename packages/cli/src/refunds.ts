/** `holdfast refund …`: refunds for sellers, and those that did not reach their payers yet. */
import * as admin from "@holdfast/service/admin";
import { type Entering, lines, run } from "./run.js";

const refundLine = (refund: admin.RefundObject): string =>
  [
    refund.id,
    refund.status.padEnd(9),
    refund.amount.padStart(12),
    ...(refund.presented === undefined ? [] : [refund.presented]),
    refund.reference_code,
    refund.error === null ? `${refund.tries} tries` : `${refund.tries} tries: ${refund.error}`,
  ].join("  ");

const madeLine = (refund: admin.AskedRefundObject): string =>
  [
    refund.id,
    refund.status.padEnd(9),
    refund.amount.padStart(12),
    `fees ${refund.fee_refunded}`,
    ...(refund.presented_amount === undefined ? [] : [`${refund.presented_currency} ${refund.presented_amount}`]),
    refund.escrow_id,
    refund.reason,
  ].join("  ");

export function enterRefunds({ group, add }: Entering): void {
  const refund = group("refund", "money on its way back to buyers");
  add(refund, "list", "list what is not paid out yet, the oldest first; FAILED waits for you")
    .option("--account <id>", "the last hundred refunds of one account instead, the newest first")
    .action((options: { account?: string; json?: boolean }) =>
      run(options.json === true, async (db) => {
        if (options.account !== undefined) {
          const value = await admin.refundsOf(db, options.account);
          return { value, text: lines(value.map(madeLine), "no refunds") };
        }
        const value = await admin.owedRefunds(db);
        return { value, text: lines(value.map(refundLine), "nothing is owed") };
      }),
    );
  add(refund, "make <escrow>", "refund an order for its seller: first what is held, then out of the seller's wallet")
    .option("--amount <dollars>", "of the order's amount, such as 24.00; all that can go back without it")
    .option("--milestone <id>", "of one milestone alone")
    .option(
      "--reason <reason>",
      "requested_by_customer, out_of_stock, damaged, duplicate or other, which the buyer reads",
    )
    .option("--reference <text>", "what you know the refund by; one refund of the account bears it")
    .option("--key <text>", "refund once, however often the command runs with this key")
    .action((escrow: string, { json, ...options }: admin.TypedRefund & { json?: boolean }) =>
      run(json === true, async (db, config) => {
        const value = await admin.makeRefund(db, config, { escrow, ...options });
        return { value, text: madeLine(value) };
      }),
    );
  add(refund, "retry <refund>", "have a FAILED refund tried again").action((id: string, options: { json?: boolean }) =>
    run(options.json === true, async (db) => {
      const value = await admin.tryRefundAgain(db, id);
      return { value, text: refundLine(value) };
    }),
  );
}
