/** What an account has to do now, as far as orders go; what of it the menu tells; and whether it has begun at all. */

import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { CurrentReads } from "../../../platform/database.js";
import { WAITS_FOR_SELLER } from "../../messages.js";
import { NOW } from "../clock.js";
import { UNREAD } from "./notifications.js";

/** More than so many are not counted: a seller with a hundred things to do goes to the list. */
export const COUNTED_MAX = 100;

/** Sessions that end within so many seconds are about to. */
const LAPSING_SECONDS = 3_600;

/** For how long a payout that failed is told of. */
const FAILED_SECONDS = 7 * 86_400;

export type Due = {
  /** At most COUNTED_MAX. */
  readonly count: number;
  /** The one that has been there longest. */
  readonly first: { readonly escrow: EscrowId; readonly title: string } | null;
};

export type Attention = {
  /** Milestones of paid orders that nobody has delivered. */
  readonly deliver: Due;
  /** Milestones that the buyer wants changed. */
  readonly revise: Due;
  /** Disputes with the buyer in which the seller has not spoken last; not while a bank decides. */
  readonly answer: Due;
  /** Orders in which the buyer, or an operator, has written and nobody has answered. */
  readonly messages: Due;
  /** Orders of which a colleague asks to refund more than they may alone. */
  readonly confirm: Due;
  /** Open sessions that end within LAPSING_SECONDS. */
  readonly lapsing: Due;
  /** Payouts of the last days that the provider refused; their money is back in the wallet. */
  readonly failedPayouts: Due;
  /** All escrows in dispute, on either side's turn. */
  readonly openDisputes: number;
  /** Of `notifications`, those that the member has not read. */
  readonly unread: number;
  /** Whether any session was ever made. */
  readonly hasBegun: boolean;
};

/** A member of an account. */
type Reader = { readonly account: AccountId; readonly seller: string };

type Row = {
  readonly deliver: DueRow;
  readonly revise: DueRow;
  readonly answer: DueRow;
  readonly messages: DueRow;
  readonly confirm: DueRow;
  readonly lapsing: DueRow;
  readonly failed: DueRow;
  readonly open_disputes: string;
  readonly unread: number;
  readonly has_begun: boolean;
};
type DueRow = readonly [count: number, escrow: EscrowId | null, title: string | null];

const due = (name: string): string => `
  (select json_build_array(count(*), (array_agg(id order by id))[1], (array_agg(title order by id))[1]) from ${name}) as ${name}`;

// Each part reads a hundred rows at most off an index of its own: escrows_to_deliver, milestones_open, escrows_disputed, order_messages_for_seller,
// refund_requests_open, checkout_sessions_lapsing, payouts_lately. An order of many milestones counts with each of them.
const DELIVER = `
    select e.id, e.title from escrows e join milestones m on m.account_id = e.account_id and m.escrow_id = e.id
    where e.account_id = $1 and e.status in ('IN_ESCROW', 'WORK_IN_PROGRESS') and not e.all_delivered and m.status = 'PENDING'
    limit ${COUNTED_MAX}`;
const REVISE = `
    select e.id, e.title from milestones m join escrows e on e.account_id = m.account_id and e.id = m.escrow_id
    where m.account_id = $1 and m.status = 'REVISION_REQUESTED' and e.status = 'WORK_IN_PROGRESS'
    limit ${COUNTED_MAX}`;
const ANSWER = `
    select e.id, e.title from escrows e
    cross join lateral (
      select actor from milestone_entries h where h.account_id = e.account_id and h.escrow_id = e.id order by number desc limit 1
    ) last
    where e.account_id = $1 and e.status = 'DISPUTED' and last.actor <> 'merchant' and e.open_chargebacks = 0
      and exists (select 1 from milestones m where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'DISPUTED')
    limit ${COUNTED_MAX}`;
const MESSAGES = `
    select e.id, e.title from (
      select distinct m.escrow_id from order_messages m
      where m.account_id = $1 and ${WAITS_FOR_SELLER}
      limit ${COUNTED_MAX}
    ) told join escrows e on e.account_id = $1 and e.id = told.escrow_id`;
const CONFIRM = `
    select e.id, e.title from refund_requests q join escrows e on e.account_id = q.account_id and e.id = q.escrow_id
    where q.account_id = $1 and q.status = 'OPEN' and q.asked_by <> $2
    limit ${COUNTED_MAX}`;
const LAPSING = `
    select id, null::text as title from checkout_sessions
    where account_id = $1 and status = 'OPEN' and expires_at > (select now from clock)
      and expires_at <= (select now from clock) + ${LAPSING_SECONDS}
    limit ${COUNTED_MAX}`;
const FAILED = `
    select id, null::text as title from payouts
    where account_id = $1 and created > (select now from clock) - ${FAILED_SECONDS} and status in ('FAILED', 'RETURNED')
    limit ${COUNTED_MAX}`;

/**
 * Whether account `$1` ever made a session, as part of a statement. In the order of the key: asked as `exists`, the server reads all accounts'
 * sessions from the beginning of the table until one is this account's, for one without any to the end.
 */
export const HAS_SESSION = "(select true from checkout_sessions where account_id = $1 order by id limit 1) is not null";

const ATTENTION = `
  with clock as materialized (select ${NOW} as now),
  deliver as (${DELIVER}),
  revise as (${REVISE}),
  answer as (${ANSWER}),
  messages as (${MESSAGES}),
  confirm as (${CONFIRM}),
  lapsing as (${LAPSING}),
  failed as (${FAILED})
  select ${due("deliver")}, ${due("revise")}, ${due("answer")}, ${due("messages")}, ${due("confirm")}, ${due("lapsing")}, ${due("failed")},
    (select count(*) from escrows where account_id = $1 and status = 'DISPUTED') as open_disputes,
    ${UNREAD} as unread,
    ${HAS_SESSION} as has_begun`;

export async function readAttention(db: CurrentReads, { account, seller }: Reader): Promise<Attention> {
  const [row] = await db.read<Row>({ name: "read attention", text: ATTENTION, values: [account, seller] });
  if (row === undefined) throw new Error("no answer to what is to be done");
  return {
    deliver: dueFromRow(row.deliver),
    revise: dueFromRow(row.revise),
    answer: dueFromRow(row.answer),
    messages: dueFromRow(row.messages),
    confirm: dueFromRow(row.confirm),
    lapsing: dueFromRow(row.lapsing),
    failedPayouts: dueFromRow(row.failed),
    openDisputes: Number(row.open_disputes),
    unread: row.unread,
    hasBegun: row.has_begun,
  };
}

const dueFromRow = ([count, escrow, title]: DueRow): Due => ({
  count,
  first: escrow === null || title === null ? null : { escrow, title },
});

/** What waits behind entries of the console's menu; none of it is above COUNTED_MAX. */
export type Badges = {
  /** Milestones to deliver, or to change; orders with a message to answer, or a refund to confirm. */
  readonly escrows: number;
  /** Disputes in which the seller has not spoken last. */
  readonly disputes: number;
  readonly failedPayouts: number;
  /** Endpoints that are disabled, or whose last attempts failed. */
  readonly endpoints: number;
  /** Of `notifications`, those that this member has not read. */
  readonly unread: number;
};

const BADGES = `
  with clock as materialized (select ${NOW} as now)
  select least((select count(*) from (${DELIVER}) d) + (select count(*) from (${REVISE}) r)
      + (select count(*) from (${MESSAGES}) w) + (select count(*) from (${CONFIRM}) c), ${COUNTED_MAX})::int as escrows,
    (select count(*) from (${ANSWER}) a)::int as disputes,
    (select count(*) from (${FAILED}) f)::int as "failedPayouts",
    (select count(*) from webhook_endpoints
      where account_id = $1 and (status = 'DISABLED' or status = 'ENABLED' and consecutive_failures > 0))::int as endpoints,
    ${UNREAD} as unread`;

/** One statement, for every page of an account. */
export async function readBadges(db: CurrentReads, { account, seller }: Reader): Promise<Badges> {
  const [badges] = await db.read<Badges>({ name: "read badges", text: BADGES, values: [account, seller] });
  if (badges === undefined) throw new Error("no answer to what waits");
  return badges;
}

/** The same, for a page that has read all of it. @param endpoints how many are disabled, or have just failed. */
export const badgesOf = (
  { deliver, revise, answer, messages, confirm, failedPayouts, unread }: Attention,
  endpoints: number,
): Badges => ({
  escrows: Math.min(deliver.count + revise.count + messages.count + confirm.count, COUNTED_MAX),
  disputes: answer.count,
  failedPayouts: failedPayouts.count,
  endpoints,
  unread,
});
