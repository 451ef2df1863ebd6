/** Writes what decisions about payouts returned, and what stands apart from them: where payouts may go. */
import type { AccountId, DestinationId } from "../../domain/ids.js";
import {
  DESTINATION_WAIT_SECONDS,
  DESTINATIONS_MAX,
  type Payee,
  type Payout,
  type PayoutCall,
} from "../../domain/payouts.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { bulkInsert, bulkUpdate, overRows } from "../bulk.js";
import { accessChanged, accessNoted, actorJson } from "../security-events.js";
import type { Send } from "./escrow-rows.js";

/** What a decided unit says of a payout. */
type Unit = {
  readonly account: AccountId;
  readonly now: number;
  readonly payout: { readonly payout: Payout; readonly known: Payout | undefined } | null;
  readonly payoutCall: PayoutCall | undefined;
};

type Change = { readonly account: AccountId; readonly payout: Payout };

const insertPayouts = bulkInsert<Change>("payouts", {
  account_id: ["bigint", (c) => c.account],
  id: ["uuid", (c) => c.payout.id],
  number: ["bigint", (c) => c.payout.number],
  destination_id: ["uuid", (c) => c.payout.destination],
  amount: ["bigint", (c) => c.payout.amount],
  status: ["text", (c) => c.payout.status],
  provider: ["text", (c) => c.payout.provider],
  reference: ["uuid", (c) => c.payout.reference],
  requested_by: ["uuid", (c) => c.payout.requestedBy],
  source_escrow_id: ["uuid", (c) => c.payout.source?.escrow ?? null],
  source_payment_id: ["uuid", (c) => c.payout.source?.payment ?? null],
  created: ["bigint", (c) => c.payout.created],
  presented_currency: ["text", (c) => c.payout.presented?.currency ?? null],
  presented_amount: ["bigint", (c) => c.payout.presented?.amount ?? null],
  rate: ["text", (c) => c.payout.presented?.rate ?? null],
  rate_margin: ["smallint", (c) => c.payout.presented?.marginBps ?? null],
  rate_source: ["text", (c) => c.payout.presented?.source ?? null],
});

const updatePayouts = bulkUpdate<Change & { readonly known: Payout }>("payouts", {
  keys: { account_id: ["bigint", (c) => c.account], id: ["uuid", (c) => c.payout.id] },
  expected: { status: ["text", (c) => c.known.status] },
  set: {
    status: ["text", (c) => c.payout.status],
    failure: ["text", (c) => c.payout.failure],
    sent_at: ["bigint", (c) => c.payout.sentAt],
    ended_at: ["bigint", (c) => c.payout.endedAt],
    recalled_at: ["bigint", (c) => c.payout.recalledAt],
    recalling: ["bigint", (c) => c.payout.recalling],
    taken_back: ["bigint", (c) => c.payout.takenBack],
    recalls: ["smallint", (c) => c.payout.recalls],
  },
});

// Asked for again by an operator, a call begins anew.
const insertPayoutCalls = bulkInsert<{
  readonly account: AccountId;
  readonly now: number;
  readonly call: PayoutCall;
}>(
  "payout_calls",
  {
    account_id: ["bigint", (c) => c.account],
    payout_id: ["uuid", (c) => c.call.payout],
    provider: ["text", (c) => c.call.provider],
    due_at: ["bigint", (c) => c.call.at * 1000],
    created: ["bigint", (c) => c.now],
  },
  `on conflict (account_id, payout_id)
   do update set status = 'OPEN', due_at = excluded.due_at, tries = 0, leased_until = null,
     silent = 0, said = null, said_at = null`,
);

/** What a provider's notice has ended is asked about no more; a worker that asks just now sees so itself. */
const endPayoutCalls = overRows<Change>(
  "end payout calls",
  { account_id: ["bigint", (c) => c.account], payout_id: ["uuid", (c) => c.payout.id] },
  ({ rows }) => `
    update payout_calls c set status = 'DONE', silent = 0, said = null, said_at = null
    from ${rows("account_id", "payout_id")}
    where c.account_id = given.account_id and c.payout_id = given.payout_id and c.status = 'OPEN' and c.leased_until is null`,
);

/** Payouts, and what their providers are to be asked; sent before the transfers, which name them. */
export function sendPayouts(send: Send, units: readonly Unit[]): Promise<unknown>[] {
  const payouts = units.flatMap(({ account, payout }) => (payout === null ? [] : [{ account, ...payout }]));
  return [
    ...send(
      insertPayouts,
      payouts.filter(({ known }) => known === undefined),
    ),
    ...send(
      updatePayouts,
      payouts.flatMap(({ known, ...change }) => (known === undefined ? [] : [{ ...change, known }])),
    ),
    ...send(
      endPayoutCalls,
      payouts.filter(({ payout: { status } }) => status === "FAILED" || status === "RETURNED"),
    ),
    ...send(
      insertPayoutCalls,
      units.flatMap(({ account, now, payoutCall: call }) => (call === undefined ? [] : [{ account, now, call }])),
    ),
  ];
}

/** As the log calls a destination: by its last digits. */
const ENDING = (row: string): string => `'number ending in ' || right(${row}.number, 4)`;

/** Adds a destination in the first slot that is free, and lets it wait. False when there is none. */
export async function insertDestination(
  db: Queryable,
  {
    account,
    id,
    payee,
    actor,
  }: {
    readonly account: AccountId;
    readonly id: DestinationId;
    readonly payee: Payee;
    readonly actor: Actor;
  },
): Promise<boolean> {
  const rows = await db.query({
    name: "insert payout destination",
    text: `
      with added as (
        insert into payout_destinations (account_id, id, kind, name, number, bank, details, slot, created, usable_at)
        select $1, $2, $3, $4, $5, $6, $8, slot, service_now(), service_now() + ${DESTINATION_WAIT_SECONDS}
        from generate_series(1, ${DESTINATIONS_MAX}) slot
        where not exists (
          select 1 from payout_destinations d where d.account_id = $1 and d.slot = slot.slot and d.removed_at is null)
        order by slot limit 1
        returning account_id, number
      ),${accessChanged({ kind: "destination_added", from: "added", account: "added.account_id", subject: ENDING("added"), actor: "$7" })}
      select 1 from added`,
    values: [
      account,
      id,
      payee.kind,
      payee.name,
      payee.number,
      payee.kind === "bank" ? payee.bank : null,
      actorJson(actor),
      payee.kind === "bank" ? (payee.details ?? {}) : {},
    ],
  });
  return rows.length === 1;
}

/** False when it was not there, or removed before. Payouts that are under way to it go on. */
export async function removeDestination(
  db: Queryable,
  { account, id }: { readonly account: AccountId; readonly id: DestinationId },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "remove payout destination",
    text: `
      with removed as (
        update payout_destinations set removed_at = service_now()
        where account_id = $1 and id = $2 and removed_at is null returning account_id, number
      ),${accessNoted({ kind: "destination_removed", from: "removed", account: "removed.account_id", subject: ENDING("removed"), actor: "$3" })}
      select 1 from removed`,
    values: [account, id, actorJson(actor)],
  });
  return rows.length === 1;
}
