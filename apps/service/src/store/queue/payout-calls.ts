/**
 * Payouts that providers are to be asked for. Claimed by a lease and told apart by a fence, as other calls to providers are
 * (provider-calls.ts): a worker that dies leaves a call that is made again, and its provider pays once for its reference.
 */
import type { AccountId, PayoutId } from "../../domain/ids.js";
import type { Destination, Payout } from "../../domain/payouts.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { DESTINATION, type DestinationRow, PAYOUT, type PayoutRow } from "../payouts.js";
import {
  HEALTH,
  PROBING,
  type Said,
  type Settled,
  saidFrom,
  settledValues,
  settling,
  type Tried,
} from "./provider-calls.js";

/** A call that is ours for half a minute of real time. */
export type ClaimedPayout = Tried & {
  readonly account: AccountId;
  readonly fence: string;
  /** As they were when the call was claimed. */
  readonly payout: Payout;
  readonly destination: Destination;
  /** Our reference of the payment that the transfer is tied to; null for none. */
  readonly source: string | null;
};

type Row = Omit<ClaimedPayout, "payout" | "destination" | "said" | "now"> & {
  readonly said: Said | null;
  readonly said_at: string | null;
  readonly now: string;
  readonly payout: PayoutRow;
  readonly destination: DestinationRow;
};

// What was not sent yet waits while its account is on hold, and goes when that is over; what was sent is asked for to its end.
const CLAIM = `
  with ${HEALTH},
  due as (
    select c.account_id, c.payout_id from payout_calls c
    join payouts p on p.account_id = c.account_id and p.id = c.payout_id
    join accounts a on a.id = c.account_id
    where c.provider = $1 and c.status = 'OPEN' and c.due_at <= (select service_now_ms())
      and (c.leased_until is null or c.leased_until < clock_timestamp()) and ${isFree("c.account_id")}
      and (p.status <> 'REQUESTED' or (a.verification_status = 'VERIFIED' and not a.suspended))
    order by c.due_at limit (select calls from room)
    for update of c skip locked
  ),
  claimed as (
    update payout_calls c set leased_until = clock_timestamp() + interval '30 seconds', fence = c.fence + 1, tries = c.tries + 1,
      again = false
    from due where c.account_id = due.account_id and c.payout_id = due.payout_id
    returning c.*
  ),
  ${PROBING}
  select c.account_id as account, c.fence, c.tries, c.silent, c.said, c.said_at, service_now() as now, ${PAYOUT.asJson} as payout, ${DESTINATION.asJson} as destination,
    (select s.reference from payments s
     where s.account_id = p.account_id and s.escrow_id = p.source_escrow_id and s.id = p.source_payment_id) as source
  from claimed c
  join payouts p on p.account_id = c.account_id and p.id = c.payout_id
  join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id`;

/** The payouts of one provider that have been due longest. Leans on the index payout_calls_due, which holds open ones only. */
export async function claimPayouts(db: Queryable, provider: string, limit: number): Promise<readonly ClaimedPayout[]> {
  const rows = await db.query<Row>({ name: "claim payouts", text: CLAIM, values: [provider, limit] });
  return rows.map(({ payout, destination, said, said_at, now, ...row }) => ({
    ...row,
    said: saidFrom({ said, said_at }),
    now: Number(now),
    payout: PAYOUT.fromRow(payout),
    destination: DESTINATION.fromRow(destination),
  }));
}

/** Says nothing when somebody else has claimed the call since, or it was asked for anew. */
export async function settlePayout(db: Queryable, call: ClaimedPayout, settled: Settled): Promise<void> {
  await db.query({
    name: "settle payout call",
    text: `
      update payout_calls set ${settling(4)}
      where account_id = $1 and payout_id = $2 and fence = $3 and leased_until is not null`,
    values: [call.account, call.payout.id satisfies PayoutId, call.fence, ...settledValues(settled)],
  });
}
