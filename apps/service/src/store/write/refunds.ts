/** Writes refunds, their parts, and what providers are to be asked about payments and refunds. */
import { type AccountId, NIL_UUID } from "../../domain/ids.js";
import type { Escrow, ProviderCall, Refund, RefundPart } from "../../domain/model.js";
import type { RefundDebt, RefundShare } from "../../domain/refunds.js";
import type { Statement } from "../../platform/database.js";
import { bulkInsert, bulkUpdate, together } from "../bulk.js";
import { type Of, ofEscrow, type Send } from "./escrow-rows.js";

/** What a decided unit says of refunds and of its providers. */
type Unit = {
  readonly escrow: Escrow;
  readonly now: number;
  readonly refunds: readonly { readonly refund: Refund; readonly known: Refund | undefined }[];
  readonly refundParts: readonly { readonly part: RefundPart; readonly known: RefundPart | undefined }[];
  readonly calls: readonly ProviderCall[];
};

/** Refunds and their parts, and what providers are to be asked; payments stand already, which all of these name. */
export function sendRefunds(send: Send, units: readonly Unit[]): Promise<unknown>[] {
  const known = <Change extends { readonly known: unknown }>(change: Change) =>
    change.known === undefined ? [] : [{ ...change, known: change.known as NonNullable<Change["known"]> }];
  return [
    ...send(
      insertMade,
      units.filter(({ refunds, refundParts, calls }) => calls.length > 0 || [...refunds, ...refundParts].some(isNew)),
    ),
    ...send(closeRequests, units.flatMap(refundsOf).filter(isNew).flatMap(confirmedBy)),
    ...send(updateRefunds, units.flatMap(refundsOf).flatMap(known)),
    ...send(updateRefundParts, units.flatMap(partsOf).flatMap(known)),
  ];
}

/** What merchants owe for refunds after something was paid: of one that several units pay, as the last of them leaves it. */
export function sendDebts(
  send: Send,
  units: readonly { readonly account: AccountId; readonly refundDebts: readonly RefundDebt[] }[],
): Promise<unknown>[] {
  const changes = units.flatMap(({ account, refundDebts }) => refundDebts.map((debt) => ({ account, debt })));
  return send(updateDebts, [...new Map(changes.map((change) => [change.debt.refund, change])).values()]);
}

const isNew = ({ known }: { readonly known: unknown }): boolean => known === undefined;

const refundsOf = ({ escrow, now, refunds }: Unit) => refunds.map((change) => ({ escrow, now, ...change }));
const partsOf = ({ escrow, now, refundParts }: Unit) => refundParts.map((change) => ({ escrow, now, ...change }));

/** All that is new, in one statement. */
function insertMade(units: readonly Unit[]): Statement {
  const refunds = units.flatMap(refundsOf).filter(isNew);
  const shares = refunds.flatMap((change) =>
    (change.refund.asked?.shares ?? []).map((share) => ({ ...change, share })),
  );
  const parts = units.flatMap(partsOf).filter(isNew);
  const calls = units.flatMap(({ escrow, now, calls }) => calls.map((call) => ({ escrow, now, call })));
  return together("insert refunds whole", [
    over(insertRefunds, refunds),
    over(insertShares, shares),
    over(insertRefundParts, parts),
    over(insertCalls, calls),
  ]);
}

const over = <Row>(make: (rows: readonly Row[]) => Statement, rows: readonly Row[]): Statement | null =>
  rows.length === 0 ? null : make(rows);

const insertRefunds = bulkInsert<Of<{ refund: Refund }>>("refunds", {
  ...ofEscrow,
  id: ["uuid", (c) => c.refund.id],
  payment_id: ["uuid", (c) => c.refund.payment],
  amount: ["bigint", (c) => c.refund.amount],
  reason: ["text", (c) => c.refund.reason],
  status: ["text", (c) => c.refund.status],
  created: ["bigint", (c) => c.now],
  updated: ["bigint", (c) => c.now],
  number: ["text", (c) => c.refund.asked?.number ?? null],
  milestone_id: ["uuid", (c) => c.refund.asked?.milestone ?? null],
  actor: ["text", (c) => c.refund.asked?.actor ?? null],
  member_id: ["uuid", (c) => c.refund.by?.member ?? null],
  second_id: ["uuid", (c) => c.refund.by?.confirmed?.second ?? null],
  held: ["bigint", (c) => c.refund.asked?.held ?? null],
  released: ["bigint", (c) => c.refund.asked?.released ?? null],
  owed: ["bigint", (c) => c.refund.asked?.owed ?? 0n],
  owed_left: ["bigint", (c) => c.refund.asked?.owed ?? 0n],
  fees: ["bigint", (c) => c.refund.asked?.fees ?? null],
  fees_earned: ["bigint", (c) => c.refund.asked?.feesEarned ?? null],
  external_reference: ["text", (c) => c.refund.asked?.externalReference ?? ""],
  metadata: ["text", (c) => (c.refund.asked === null ? null : JSON.stringify(c.refund.asked.metadata))],
  idempotency_key: ["text", (c) => c.refund.asked?.key ?? null],
  request_hash: ["text", (c) => c.refund.asked?.requestHash ?? null],
});

type Confirmed = {
  readonly account: AccountId;
  readonly request: string;
  readonly second: string;
  readonly now: number;
};

const confirmedBy = ({ escrow, now, refund }: Of<{ refund: Refund }>): readonly Confirmed[] => {
  const confirmed = refund.by?.confirmed ?? null;
  return confirmed === null ? [] : [{ account: escrow.account, now, ...confirmed }];
};

/** What a colleague confirmed is done. Whoever declines it waits for the lock of its order. */
const closeRequests = bulkUpdate<Confirmed>("refund_requests", {
  keys: { account_id: ["bigint", (c) => c.account], id: ["uuid", (c) => c.request] },
  expected: { status: ["text", () => "OPEN"] },
  set: {
    status: ["text", () => "REFUNDED"],
    closed_by: ["uuid", (c) => c.second],
    closed_at: ["bigint", (c) => c.now],
  },
});

const insertShares = bulkInsert<Of<{ refund: Refund; share: RefundShare }>>("refund_shares", {
  ...ofEscrow,
  refund_id: ["uuid", (c) => c.refund.id],
  milestone_id: ["uuid", (c) => c.share.milestone],
  held: ["bigint", (c) => c.share.held],
  released: ["bigint", (c) => c.share.released],
});

/** As far as answers tell them apart. */
const isPending = ({ status }: Refund): boolean => status !== "SUCCEEDED" && status !== "FAILED";

const isRestated = ({ refund, known }: { refund: Refund; known: Refund }): boolean =>
  isPending(refund) ? !isPending(known) : refund.status !== known.status;

const updateRefunds = bulkUpdate<Of<{ refund: Refund; known: Refund }>>("refunds", {
  keys: { ...ofEscrow, id: ["uuid", (c) => c.refund.id] },
  expected: { status: ["text", (c) => c.known.status] },
  set: {
    status: ["text", (c) => c.refund.status],
    updated: ["bigint", (c) => (isRestated(c) || c.refund.asked === null ? c.now : c.refund.asked.updated)],
  },
});

type DebtChange = { readonly account: AccountId; readonly debt: RefundDebt };

// The accounts are locked since the debts were read.
const updateDebts = bulkUpdate<DebtChange>("refunds", {
  what: "debts of refunds",
  keys: {
    account_id: ["bigint", (c) => c.account],
    escrow_id: ["uuid", (c) => c.debt.escrow],
    id: ["uuid", (c) => c.debt.refund],
  },
  expected: {},
  set: {
    owed_left: ["bigint", (c) => c.debt.left],
    debt_steps: ["smallint", (c) => c.debt.steps],
  },
});

const insertRefundParts = bulkInsert<Of<{ part: RefundPart }>>("refund_parts", {
  ...ofEscrow,
  refund_id: ["uuid", (c) => c.part.refund],
  payment_id: ["uuid", (c) => c.part.payment],
  amount: ["bigint", (c) => c.part.amount],
  status: ["text", (c) => c.part.status],
  reference: ["uuid", (c) => c.part.reference],
  is_refused: ["boolean", (c) => c.part.isRefused],
  returns: ["smallint", (c) => c.part.returns],
  charged_back: ["bigint", (c) => c.part.chargedBack],
  kept: ["bigint", (c) => c.part.kept],
  presented: ["bigint", (c) => c.part.presented?.amount ?? null],
  presented_charged_back: ["bigint", (c) => c.part.presented?.chargedBack ?? null],
  presented_kept: ["bigint", (c) => c.part.presented?.kept ?? null],
});

const updateRefundParts = bulkUpdate<Of<{ part: RefundPart; known: RefundPart }>>("refund_parts", {
  keys: {
    ...ofEscrow,
    refund_id: ["uuid", (c) => c.part.refund],
    payment_id: ["uuid", (c) => c.part.payment],
  },
  expected: { status: ["text", (c) => c.known.status] },
  set: {
    status: ["text", (c) => c.part.status],
    reference: ["uuid", (c) => c.part.reference],
    is_refused: ["boolean", (c) => c.part.isRefused],
    returns: ["smallint", (c) => c.part.returns],
    charged_back: ["bigint", (c) => c.part.chargedBack],
    kept: ["bigint", (c) => c.part.kept],
    presented_charged_back: ["bigint", (c) => c.part.presented?.chargedBack ?? null],
    presented_kept: ["bigint", (c) => c.part.presented?.kept ?? null],
  },
});

// Asked for again, as when an operator has a parked refund tried again, a call begins anew.
const insertCalls = bulkInsert<Of<{ call: ProviderCall }>>(
  "provider_calls",
  {
    ...ofEscrow,
    payment_id: ["uuid", (c) => c.call.payment],
    kind: ["text", (c) => c.call.kind],
    refund_id: ["uuid", (c) => (c.call.kind === "refund" ? c.call.refund : NIL_UUID)],
    provider: ["text", (c) => c.call.provider],
    due_at: ["bigint", (c) => c.call.at * 1000],
    created: ["bigint", (c) => c.now],
  },
  `on conflict (account_id, escrow_id, payment_id, kind, refund_id)
   do update set status = 'OPEN', due_at = excluded.due_at, tries = 0, leased_until = null,
     silent = 0, said = null, said_at = null`,
);
