/** `holdfast payout …`: money on its way out of wallets. */
import * as admin from "@holdfast/service/admin";
import { type Entering, lines, run } from "./run.js";

const payoutLine = (payout: admin.PayoutObject): string =>
  [
    payout.id,
    payout.status.padEnd(9),
    payout.amount.padStart(12),
    ...(payout.presented === undefined ? [] : [payout.presented]),
    payout.account,
    payout.to,
    payout.error === null ? `${payout.tries} tries` : `${payout.tries} tries: ${payout.error}`,
  ].join("  ");

export function enterPayouts({ group, add }: Entering): void {
  const payout = group("payout", "money on its way out of wallets");
  add(payout, "list", "list what is not paid out yet, the oldest first; PARKED waits for you")
    .option("--account <id>", "the last hundred payouts of one account instead, the newest first")
    .action((options: { account?: string; json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.payouts(db, options.account ?? null);
        return { value, text: lines(value.map(payoutLine), "no payouts") };
      }),
    );
  add(payout, "retry <payout>", "have a PARKED payout asked for again; it is paid once").action(
    (id: string, options: { json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.tryPayoutAgain(db, id);
        return { value, text: payoutLine(value) };
      }),
  );
}
