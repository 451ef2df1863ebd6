import { formatAmount } from "../../../../domain/currencies.js";
import type { WalletLine } from "../../../../store/read/money/wallet.js";
import type { statementWords } from "../words.js";

type Words = ReturnType<typeof statementWords>;

/** What a line is of: a payout or an order; "" for neither. */
export function describedLine(line: WalletLine, words: Words): string {
  const { order, payout } = line;
  if (payout !== null) {
    const { presented } = payout;
    const what = payoutOf(line.kind, payout.number, words);
    return presented === null
      ? what
      : `${what}: ${presented.currency} ${formatAmount(presented.amount, presented.currency)}`;
  }
  if (order === null) return "";
  return order.part === null ? order.title : `${order.title}: ${order.part}`;
}

/** The payout that a line is of, as it went on. */
export function payoutOf(kind: WalletLine["kind"], number: number, words: Words): string {
  if (kind === "payout_void") return words.payoutNotMade({ number });
  return kind === "payout_returned" ? words.payoutReturned({ number }) : words.payout({ number });
}
