/** What the command line does with refunds that did not reach their payers. */

import { openExecutor } from "../commands/execute.js";
import { retryRefund } from "../commands/retry-refund.js";
import { formatMoney } from "../domain/money.js";
import { COMMAND_LINE } from "../domain/operators.js";
import type { Database } from "../platform/database.js";
import { abroadFrom } from "../store/abroad.js";
import { listOwedRefunds, type OwedRefundRow } from "../store/read/money/payments.js";
import { toCents } from "../store/rows.js";
import { plainMoneys } from "../words/presented.js";
import { CommandRefused } from "./arguments.js";

export type RefundObject = ReturnType<typeof refundObject>;

/** What the payer gets in another currency than USD, where any of it is: "KES 26387.40". */
function presentedOf({ back }: OwedRefundRow): { readonly presented?: string } {
  const abroad = abroadFrom(back);
  return abroad === null ? {} : { presented: plainMoneys(abroad) };
}

const refundObject = (row: OwedRefundRow) => ({
  id: row.id as string,
  account: row.account as string,
  escrow: row.escrow as string,
  reference_code: row.reference_code,
  amount: formatMoney(toCents(row.amount)),
  ...presentedOf(row),
  reason: row.reason,
  status: row.status,
  tries: row.tries,
  error: row.error,
  created: Number(row.created),
});

/** Those that are not paid out yet, the oldest first. */
export const owedRefunds = async (db: Database): Promise<readonly RefundObject[]> =>
  (await listOwedRefunds(db)).map(refundObject);

/** Has the parked parts of a refund tried again, by whichever worker runs next. */
export async function tryRefundAgain(db: Database, id: string): Promise<RefundObject> {
  const find = async (): Promise<OwedRefundRow | undefined> => (await listOwedRefunds(db)).find((row) => row.id === id);
  const row = await find();
  if (row === undefined)
    throw new CommandRefused(`there is no refund ${id} that is owed; \`refund list\` shows the ids.`);
  const by = { operator: COMMAND_LINE, account: row.account, reason: "" };
  const acted = await retryRefund(openExecutor(db), by, {
    escrow: row.escrow,
    refund: row.id,
    secondFrom: null,
  });
  if (!acted.ok) throw new CommandRefused(`refund ${id} is ${row.status}: it is being tried by itself.`);
  return refundObject((await find()) ?? { ...row, status: "SUCCEEDED" });
}
