/** Rows of wallets, payouts and their destinations, made into the domain's values. 64-bit integers arrive as text. */
import type { VerificationStatus } from "@holdfast/contract";
import { type DestinationId, type EscrowId, NIL_UUID, type PaymentId, type PayoutId } from "../domain/ids.js";
import {
  type Destination,
  type DestinationKind,
  PAYOUT_DAY_SECONDS,
  type Payout,
  type PresentedPayout,
  type Wallet,
} from "../domain/payouts.js";
import type { PayoutStatus } from "../domain/states.js";
import { toCents } from "./rows.js";

/** In the place of an escrow, for ledger accounts that are a merchant's as a whole. */
export const NO_ESCROW = `'${NIL_UUID}'::uuid`;

/** What an account owes for chargebacks and refunds. */
export const OWED_BY = (account: string): string => `coalesce((select l.debits - l.credits from ledger_accounts l
    where l.account_id = ${account} and l.kind = 'merchant_owes' and l.escrow_id = ${NO_ESCROW}), 0)`;

// What banks dispute and have not taken, but for what its escrow still holds and what is held of its refunds: that is taken first.
const DISPUTED = `coalesce((select sum(at_risk.amount) from (
    select greatest(0, sum(open.amount - open.taken) - max(e.held) - coalesce(max(held.amount), 0)) as amount
    from chargebacks open
    join escrows e on e.account_id = open.account_id and e.id = open.escrow_id
    left join lateral (
      select sum(part.amount - part.charged_back - part.kept) as amount from refund_parts part
      where part.account_id = open.account_id and part.escrow_id = open.escrow_id and part.payment_id = open.payment_id
        and part.status = 'HELD'
    ) held on true
    where open.account_id = a.id and open.closed_at is null and not open.is_taken
    group by open.escrow_id
  ) at_risk), 0)`;

// Look-ups by key, and the few payouts of a day.
const WALLET_COLUMNS = `a.verification_status, a.suspended, a.payout_daily_max,
  coalesce((select l.credits - l.debits from ledger_accounts l
    where l.account_id = a.id and l.kind = 'merchant_wallet' and l.escrow_id = ${NO_ESCROW}), 0) as available,
  ${OWED_BY("a.id")} as owed, ${DISPUTED} as disputed,
  coalesce((select sum(lately.amount) from payouts lately
    where lately.account_id = a.id and lately.created > service_now() - ${PAYOUT_DAY_SECONDS}
      and lately.status not in ('FAILED', 'CANCELLED', 'RETURNED')), 0) as lately,
  coalesce((select max(known.number) from payouts known where known.account_id = a.id), 0) as last_number`;

export type WalletRow = {
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
  readonly payout_daily_max: string | null;
  readonly available: string;
  readonly owed: string;
  readonly disputed: string;
  readonly lately: string;
  readonly last_number: string;
};

const walletFromRow = (row: WalletRow): Wallet => ({
  verificationStatus: row.verification_status,
  suspended: row.suspended,
  available: toCents(row.available),
  owed: toCents(row.owed),
  disputed: toCents(row.disputed),
  lately: toCents(row.lately),
  dailyMax: row.payout_daily_max === null ? null : toCents(row.payout_daily_max),
  lastNumber: Number(row.last_number),
});

/** What decisions about payouts look at; `a` is the account. */
export const WALLET = { columns: WALLET_COLUMNS, fromRow: walletFromRow };

type PresentedRow = readonly [currency: string, amount: string, rate: string, marginBps: number, source: string];

/** A payout as one JSON array, in the order of PAYOUT.asJson; amounts are text. */
export type PayoutRow = readonly [
  id: PayoutId,
  number: number,
  destination: DestinationId,
  amount: string,
  status: PayoutStatus,
  provider: string,
  reference: string,
  failure: string | null,
  requestedBy: string | null,
  created: number,
  sentAt: number | null,
  endedAt: number | null,
  recalledAt: number | null,
  sourceEscrow: EscrowId | null,
  sourcePayment: PaymentId | null,
  recalling: string | null,
  takenBack: string,
  recalls: number,
  presented: PresentedRow | null,
];

const PAYOUT_AS_JSON = `json_build_array(p.id, p.number, p.destination_id, p.amount::text, p.status, p.provider, p.reference,
  p.failure, p.requested_by, p.created, p.sent_at, p.ended_at, p.recalled_at,
  p.source_escrow_id, p.source_payment_id, p.recalling::text, p.taken_back::text, p.recalls,
  case when p.presented_currency is not null
    then json_build_array(p.presented_currency, p.presented_amount::text, p.rate, p.rate_margin, p.rate_source) end)`;

function payoutFromRow(row: PayoutRow): Payout {
  const [id, number, destination, amount, status, provider, reference, failure, requestedBy, ...rest] = row;
  const [created, sentAt, endedAt, recalledAt, escrow, payment, recalling, takenBack, recalls, presented] = rest;
  return {
    ...{ id, number, destination, amount: toCents(amount), status, provider, reference, failure, requestedBy },
    ...{ created, sentAt, endedAt, recalledAt, recalls },
    presented: presented === null ? null : presentedFromRow(presented),
    source: escrow === null || payment === null ? null : { escrow, payment },
    recalling: recalling === null ? null : toCents(recalling),
    takenBack: toCents(takenBack),
  };
}

function presentedFromRow([currency, amount, rate, marginBps, source]: PresentedRow): PresentedPayout {
  return { currency, amount: toCents(amount), rate, marginBps, source };
}

/** `p` is the payout. */
export const PAYOUT = { asJson: PAYOUT_AS_JSON, fromRow: payoutFromRow };

/** A destination as one JSON array, in the order of DESTINATION.asJson. */
export type DestinationRow = readonly [
  id: DestinationId,
  kind: DestinationKind,
  name: string,
  number: string,
  bank: string | null,
  created: number,
  usableAt: number,
  removedAt: number | null,
  details: Readonly<Record<string, string>>,
];

const DESTINATION_AS_JSON =
  "json_build_array(d.id, d.kind, d.name, d.number, d.bank, d.created, d.usable_at, d.removed_at, d.details)";

function destinationFromRow(row: DestinationRow): Destination {
  const [id, kind, name, number, bank, created, usableAt, removedAt, details] = row;
  const common = { id, name, number, created, usableAt, removedAt };
  return kind === "bank" ? { ...common, kind, bank: bank ?? "", details } : { ...common, kind };
}

/** `d` is the destination. */
export const DESTINATION = { asJson: DESTINATION_AS_JSON, fromRow: destinationFromRow };

/** What is in the wallet of an account. */
export const WALLET_OF = (account: string): string => `coalesce((select l.credits - l.debits from ledger_accounts l
    where l.account_id = ${account} and l.kind = 'merchant_wallet' and l.escrow_id = ${NO_ESCROW}), 0)`;
