/** Rows of chargebacks, made into the domain's values. Amounts arrive as text. */
import type { Chargeback } from "../domain/chargebacks.js";
import type { Money } from "../domain/currencies.js";
import type { ChargebackId, EscrowId, PaymentId } from "../domain/ids.js";
import { MISTAKEN } from "../domain/rails.js";
import type { ChargebackStatus } from "../domain/states.js";
import { toCents } from "./rows.js";

/** A chargeback as one JSON array, in the order of CHARGEBACK.asJson. */
export type ChargebackRow = readonly [
  id: ChargebackId,
  escrow: EscrowId,
  payment: PaymentId,
  provider: string,
  theirId: string,
  reason: string,
  status: ChargebackStatus,
  amount: string,
  isTaken: boolean,
  taken: string,
  returned: string,
  sources: readonly [held: string, refund: string, wallet: string, owed: string],
  fee: string,
  feeOwed: string,
  steps: number,
  answerBy: number | null,
  evidenceSentAt: number | null,
  created: number,
  closedAt: number | null,
  presented: readonly [amount: string, taken: string, net: string] | null,
];

const AS_JSON = `json_build_array(c.id, c.escrow_id, c.payment_id, c.provider, c.their_id, c.reason, c.status, c.amount::text,
  c.is_taken, c.taken::text, c.returned::text,
  json_build_array(c.from_held::text, c.from_refund::text, c.from_wallet::text, c.from_owed::text),
  c.fee::text, c.fee_owed::text, c.steps, c.answer_by, c.evidence_sent_at, c.created, c.closed_at,
  case when c.presented is not null then json_build_array(c.presented::text, c.presented_taken::text, c.presented_net::text) end)`;

function fromRow(row: ChargebackRow): Chargeback {
  const [id, escrow, payment, provider, theirId, reason, status, amount, isTaken, taken, returned, sources, ...rest] =
    row;
  const [held, refund, wallet, owed] = sources;
  const [fee, feeOwed, steps, answerBy, evidenceSentAt, created, closedAt, presented] = rest;
  return {
    ...{ id, escrow, payment, provider, theirId, reason, status, isTaken, steps },
    ...{ answerBy, evidenceSentAt, created, closedAt },
    amount: toCents(amount),
    taken: toCents(taken),
    returned: toCents(returned),
    presented: presented === null ? null : presentedFrom(presented),
    from: { held: toCents(held), refund: toCents(refund), wallet: toCents(wallet), owed: toCents(owed) },
    fee: toCents(fee),
    feeOwed: toCents(feeOwed),
  };
}

const presentedFrom = ([amount, taken, net]: NonNullable<ChargebackRow[19]>): NonNullable<Chargeback["presented"]> => ({
  amount: toCents(amount),
  taken: toCents(taken),
  net: toCents(net),
});

/** `c` is the chargeback. */
export const CHARGEBACK = { asJson: AS_JSON, fromRow };

const NOTHING_BUT_MISTAKES = `e.charged_back > 0 and not exists (
  select 1 from chargebacks c where c.account_id = e.account_id and c.escrow_id = e.id and c.reason <> '${MISTAKEN}')`;

/** Whether the order `e` ended because all that was taken out of it had been booked by mistake: nobody settled anything. */
export const ENDED_BY_MISTAKE = `(e.status = 'CLOSED' and ${NOTHING_BUT_MISTAKES} and exists (
  select 1 from milestone_entries n
  where n.account_id = e.account_id and n.escrow_id = e.id and n.verb = 'settle' and n.actor = 'bank'))`;

/** The same, or it waits for what becomes of the rest: no bank disputes it. */
export const IS_MISTAKEN = `(${ENDED_BY_MISTAKE} or e.status = 'DISPUTED' and ${NOTHING_BUT_MISTAKES})`;

/** With its amount as the payer's bank has it; null for USD. */
export type ListedChargeback = Chargeback & { readonly disputed: Money | null };

/** In which `c` is disputed, where that is not USD. */
export const DISPUTED_CURRENCY = `(select p.presented_currency from payments p
  where p.account_id = c.account_id and p.escrow_id = c.escrow_id and p.id = c.payment_id)`;

export const withDisputed = (chargeback: Chargeback, currency: string | null): ListedChargeback => ({
  ...chargeback,
  disputed:
    chargeback.presented === null || currency === null ? null : { amount: chargeback.presented.amount, currency },
});
