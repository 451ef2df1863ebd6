/** Writes chargebacks and their history; the payments that they dispute, and refunds of these, stand already. */
import { CHARGEBACK_LOOK_SECONDS, type Chargeback, type ChargebackEntry } from "../../domain/chargebacks.js";
import type { AccountId } from "../../domain/ids.js";
import type { Statement } from "../../platform/database.js";
import { bulkInsert, bulkUpdate, type Columns } from "../bulk.js";
import type { Send } from "./escrow-rows.js";

/** What a decided unit says of chargebacks. */
type Unit = {
  readonly account: AccountId;
  readonly now: number;
  readonly after: { readonly escrow?: { readonly id: string } };
  readonly chargebacks: readonly { readonly chargeback: Chargeback; readonly isKnown: boolean }[];
  readonly chargebackEntries: readonly ChargebackEntry[];
};
type Change = { readonly account: AccountId; readonly chargeback: Chargeback; readonly isKnown: boolean };

/** The columns that its life changes. */
const state: Columns<Change> = {
  reason: ["text", (c) => c.chargeback.reason],
  amount: ["bigint", (c) => c.chargeback.amount],
  status: ["text", (c) => c.chargeback.status],
  is_taken: ["boolean", (c) => c.chargeback.isTaken],
  presented: ["bigint", (c: Change) => c.chargeback.presented?.amount ?? null],
  presented_taken: ["bigint", (c: Change) => c.chargeback.presented?.taken ?? null],
  presented_net: ["bigint", (c: Change) => c.chargeback.presented?.net ?? null],
  taken: ["bigint", (c) => c.chargeback.taken],
  returned: ["bigint", (c) => c.chargeback.returned],
  from_held: ["bigint", (c) => c.chargeback.from.held],
  from_refund: ["bigint", (c) => c.chargeback.from.refund],
  from_wallet: ["bigint", (c) => c.chargeback.from.wallet],
  from_owed: ["bigint", (c) => c.chargeback.from.owed],
  fee: ["bigint", (c) => c.chargeback.fee],
  fee_owed: ["bigint", (c) => c.chargeback.feeOwed],
  steps: ["smallint", (c) => c.chargeback.steps],
  answer_by: ["bigint", (c) => c.chargeback.answerBy],
  evidence_sent_at: ["bigint", (c) => c.chargeback.evidenceSentAt],
  closed_at: ["bigint", (c) => c.chargeback.closedAt],
};
const keys = {
  account_id: ["bigint", (c: Change) => c.account],
  escrow_id: ["uuid", (c: Change) => c.chargeback.escrow],
  id: ["uuid", (c: Change) => c.chargeback.id],
} as const;

const insertChargebacks = bulkInsert<Change>("chargebacks", {
  ...keys,
  payment_id: ["uuid", (c) => c.chargeback.payment],
  provider: ["text", (c) => c.chargeback.provider],
  their_id: ["text", (c) => c.chargeback.theirId],
  created: ["bigint", (c) => c.chargeback.created],
  look_at: ["bigint", (c) => (c.chargeback.created + CHARGEBACK_LOOK_SECONDS) * 1000],
  ...state,
});
const updateChargebacks = bulkUpdate<Change>("chargebacks", { keys, expected: {}, set: state });

type Line = {
  readonly account: AccountId;
  readonly escrow: string;
  readonly now: number;
  readonly entry: ChargebackEntry;
};

// A line's number is its place in the history: the escrow's lock makes the highest so far the last one.
const INSERT_LINES = `
  insert into chargeback_entries (account_id, escrow_id, chargeback_id, number, status, actor, text, created)
  select account_id, escrow_id, chargeback_id,
    1 + coalesce((select max(number) from chargeback_entries known
      where known.account_id = given.account_id and known.escrow_id = given.escrow_id
        and known.chargeback_id = given.chargeback_id), 0),
    status, actor, text, created
  from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[])
    as given (account_id, escrow_id, chargeback_id, status, actor, text, created)`;

const insertLines = (lines: readonly Line[]): Statement => ({
  name: "insert chargeback_entries",
  text: INSERT_LINES,
  values: [
    lines.map(({ account }) => account),
    lines.map(({ escrow }) => escrow),
    lines.map(({ entry }) => entry.chargeback),
    lines.map(({ entry }) => entry.status),
    lines.map(({ entry }) => entry.actor),
    lines.map(({ entry }) => entry.text),
    lines.map(({ now }) => now),
  ],
});

/** Before the transfers, which name them. Several units of a batch may pay one debt: the last leaves it as it is. */
export function sendChargebacks(send: Send, units: readonly Unit[]): Promise<unknown>[] {
  const changes = units.flatMap(({ account, chargebacks }) => chargebacks.map((change) => ({ account, ...change })));
  const known = changes.filter(({ isKnown }) => isKnown);
  return [
    ...send(
      insertChargebacks,
      changes.filter(({ isKnown }) => !isKnown),
    ),
    ...send(updateChargebacks, [...new Map(known.map((change) => [change.chargeback.id, change])).values()]),
    ...send(
      insertLines,
      units.flatMap(({ account, now, after, chargebackEntries }) =>
        chargebackEntries.map((entry) => ({ account, escrow: after.escrow?.id ?? "", now, entry })),
      ),
    ),
  ];
}
