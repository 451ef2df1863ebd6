/** What the command line does with payouts. */

import { openExecutor } from "../commands/execute.js";
import { retryPayout } from "../commands/retry-payout.js";
import { formatMoney } from "../domain/money.js";
import { COMMAND_LINE } from "../domain/operators.js";
import { masked } from "../domain/payouts.js";
import type { Database } from "../platform/database.js";
import { moneyFrom } from "../store/abroad.js";
import { DESTINATION } from "../store/payouts.js";
import { listOpenPayouts, listPayoutsOf, type OperatedPayoutRow } from "../store/read/money/wallet.js";
import { toCents } from "../store/rows.js";
import { plainMoneys } from "../words/presented.js";
import { CommandRefused, existingAccount } from "./arguments.js";

export type PayoutObject = ReturnType<typeof payoutObject>;

/** What leaves in the payee's currency, where that isn't USD: "UGX 119237". */
function presentedOf(row: OperatedPayoutRow): { readonly presented?: string } {
  const presented = moneyFrom(row.presented);
  return presented === null ? {} : { presented: plainMoneys(presented) };
}

function payoutObject(row: OperatedPayoutRow) {
  const to = DESTINATION.fromRow(row.destination);
  return {
    id: row.id as string,
    account: row.account as string,
    number: Number(row.number),
    amount: formatMoney(toCents(row.amount)),
    ...presentedOf(row),
    to: `${to.kind === "bank" ? to.bank : "mobile money"} ${masked(to.number)}`,
    status: row.status,
    tries: row.tries,
    error: row.error,
    created: Number(row.created),
  };
}

/** The last hundred of an account, newest first; without an account all that are neither paid nor back, the oldest first. */
export async function payouts(db: Database, account: string | null): Promise<readonly PayoutObject[]> {
  const rows = account === null ? listOpenPayouts(db) : listPayoutsOf(db, await existingAccount(db, account));
  return (await rows).map(payoutObject);
}

/** Has a parked payout asked for again, under the same reference, by whichever worker runs next. */
export async function tryPayoutAgain(db: Database, id: string): Promise<PayoutObject> {
  const find = async (): Promise<OperatedPayoutRow | undefined> =>
    (await listOpenPayouts(db)).find((row) => row.id === id);
  const row = await find();
  if (row === undefined) throw new CommandRefused(`there is no payout ${id} under way; \`payout list\` shows the ids.`);
  const by = { operator: COMMAND_LINE, account: row.account, reason: "" };
  const acted = await retryPayout(openExecutor(db), by, { payout: row.id, secondFrom: null });
  if (!acted.ok) throw new CommandRefused(`payout ${id} is ${row.status}: it goes on by itself.`);
  return payoutObject((await find()) ?? { ...row, status: "PAID" });
}
