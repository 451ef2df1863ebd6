/** Writes transfers; the trigger behind the table posts the balances and the lines of statements. */
import type { AccountId, EventId } from "../../domain/ids.js";
import { TRANSFERS, type Transfer } from "../../domain/ledger.js";
import { bulkInsert } from "../bulk.js";

type NewTransfer = {
  readonly account: AccountId;
  readonly now: number;
  readonly id: string;
  readonly transfer: Transfer;
  readonly event: EventId | null;
};
const ofCause = (name: "escrow" | "payment" | "milestone" | "refund" | "chargeback") => (c: NewTransfer) =>
  "payout" in c.transfer ? null : (c.transfer[name] ?? null);

/** All of a transaction in one statement: so balances are locked in the order of their keys. */
export const insertTransfers = bulkInsert<NewTransfer>("ledger_transfers", {
  account_id: ["bigint", (c) => c.account],
  escrow_id: ["uuid", ofCause("escrow")],
  id: ["uuid", (c) => c.id],
  kind: ["text", (c) => c.transfer.kind],
  debit_kind: ["text", (c) => TRANSFERS[c.transfer.kind].debit],
  credit_kind: ["text", (c) => TRANSFERS[c.transfer.kind].credit],
  amount: ["bigint", (c) => c.transfer.amount],
  presented: ["bigint", (c) => ("payout" in c.transfer ? null : (c.transfer.presented ?? null))],
  payment_id: ["uuid", ofCause("payment")],
  milestone_id: ["uuid", ofCause("milestone")],
  refund_id: ["uuid", ofCause("refund")],
  payout_id: ["uuid", (c) => ("payout" in c.transfer ? c.transfer.payout : null)],
  chargeback_id: ["uuid", ofCause("chargeback")],
  round: ["smallint", (c) => c.transfer.round ?? 1],
  event_id: ["uuid", (c) => c.event],
  created: ["bigint", (c) => c.now],
});
