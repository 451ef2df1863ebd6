/** Disputes, for the account that they are about and for operators: the list, and one with all that was said. */
import type { EscrowStatus } from "@holdfast/contract";
import type { AccountId, EscrowId, SessionId } from "../../../domain/ids.js";
import type { Actor, Party } from "../../../domain/model.js";
import type { Cents } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { toCents } from "../../rows.js";
import { type DayRange, daysFilter, type Filter, type List, listOf } from "../page.js";
import { findOrderOfAccount, type Order } from "./orders.js";

/**
 * An order that is or was in dispute, with its history, files and offers.
 * @returns null for an escrow that the account does not have, and for one that was never disputed.
 */
export async function loadDispute(
  db: Queryable,
  address: { readonly account: AccountId; readonly escrow: EscrowId },
  reader: "merchant" | "operator",
): Promise<Order | null> {
  const order = await findOrderOfAccount(db, address, reader);
  return order?.escrow.disputeReference == null ? null : order;
}

/** A line of the list. */
export type ListedDispute = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly escrow: EscrowId;
  /** Its place in the list. */
  readonly position: string;
  readonly title: string;
  /** `DS-` and `TR-` code, and the merchant's own. */
  readonly reference: string;
  readonly escrowReference: string;
  readonly externalReference: string;
  readonly buyerEmail: string;
  readonly status: EscrowStatus;
  /** What a settlement would split, fees apart. */
  readonly left: Cents;
  /** When the last dispute was opened, and when something was last said or decided. Unix seconds. */
  readonly openedAt: number;
  readonly lastAt: number;
  readonly files: number;
  /** Sides that have an offer on the table. */
  readonly offersBy: readonly Party[];
  /** Whose turn it is while it is open: to answer an offer, else what was said last. The operator may decide at any time. */
  readonly waitsFor: Turn;
  /** Who alone can end it, and the two sides can't (domain/escrow.ts, `deciderOf`). */
  readonly decider: "bank" | "operator" | null;
};

type ListedRow = {
  account_id: AccountId;
  seller_code: string;
  trading_name: string;
  id: EscrowId;
  title: string;
  dispute_reference: string;
  reference_code: string;
  external_reference: string;
  buyer_email: string;
  status: EscrowStatus;
  decider: ListedDispute["decider"];
  left: string;
  opened_at: string;
  last_at: string;
  last_actor: Actor;
  files: number;
  offers_by: readonly Party[];
};

const OF_ESCROW = "account_id = e.account_id and escrow_id = e.id";

const DECIDER = `case
        when e.open_chargebacks > 0 then 'bank'
        when e.status = 'DISPUTED'
          and not exists (select 1 from milestones where ${OF_ESCROW} and status = 'DISPUTED') then 'operator' end`;

/** What happened last on an order: of one in which nobody has done anything yet, when its bank disputed. */
const LAST = `select created, actor from (
          (select created, actor, 1 as place from milestone_entries where ${OF_ESCROW} order by number desc limit 1)
          union all
          (select created, 'bank', 2 from chargebacks where ${OF_ESCROW} order by created desc limit 1)
        ) happened order by place limit 1`;

/** Of some days or all, by when something was last said or decided. */
export type DisputeFilter = DayRange & {
  /** Those that wait for an end, those that have had one, or both. */
  readonly which: "open" | "ended" | "all";
  /** What a search found; null without one. */
  readonly sessions: readonly SessionId[] | null;
};

/** Newest order first; of one account, or of all with `account` null. A position is the id of an escrow. */
export function listDisputes(
  db: Reads,
  account: AccountId | null,
  { which, sessions, ...days }: DisputeFilter,
): List<ListedDispute> {
  const listing = {
    name: `list disputes ${which}`,
    select: `e.account_id, a.seller_code, a.trading_name, e.id, e.title, e.dispute_reference, e.reference_code,
      e.external_reference, e.buyer_email, e.status, ${DECIDER} as decider,
      case when e.charged_back > 0 then least(e.amount - e.released - e.refunded_held, e.held) else e.amount - e.released - e.refunded_held end as left,
      coalesce(
        (select max(created) from milestone_entries where ${OF_ESCROW} and verb = 'dispute'),
        (select max(created) from chargebacks where ${OF_ESCROW}), 0) as opened_at,
      last.created as last_at, last.actor as last_actor,
      (select count(*)::int from evidence where ${OF_ESCROW}) as files,
      array(select made_by from settlement_offers where ${OF_ESCROW} and status = 'OPEN' order by number) as offers_by`,
    from: `escrows e
      join accounts a on a.id = e.account_id
      cross join lateral (
        ${LAST}
      ) last`,
    key: "e.id",
    keyType: "uuid",
    filters: [
      ...(account === null ? [] : [{ sql: "e.account_id = $", value: account }]),
      ...(sessions === null ? [] : [{ sql: "array[e.session_id] <@ $", value: sessions, mark: "found" }]),
      DISPUTED_AS[which],
      ...daysFilter("last.created", days),
    ],
  } as const;
  return listOf<ListedRow, ListedDispute>(db, listing, listedFromRow);
}

const DISPUTED_AS = {
  open: { sql: "e.status = $", value: "DISPUTED" },
  ended: { sql: "e.dispute_reference is not null and e.status <> $", value: "DISPUTED" },
  all: { sql: "e.dispute_reference >= $", value: "", mark: "all" },
} as const satisfies Record<DisputeFilter["which"], Filter>;

const listedFromRow = (row: ListedRow): ListedDispute => ({
  account: row.account_id,
  sellerCode: row.seller_code,
  tradingName: row.trading_name,
  escrow: row.id,
  position: row.id,
  title: row.title,
  reference: row.dispute_reference,
  escrowReference: row.reference_code,
  externalReference: row.external_reference,
  buyerEmail: row.buyer_email,
  status: row.status,
  left: toCents(row.left),
  openedAt: Number(row.opened_at),
  lastAt: Number(row.last_at),
  files: row.files,
  offersBy: row.offers_by,
  decider: row.decider,
  waitsFor: row.status === "DISPUTED" && row.decider === null ? turnOf(row.offers_by, row.last_actor) : [],
});

/** Whose turn it is in a dispute. */
export type Turn = readonly Party[];

/**
 * An offer waits for the other side, and so does a word; after a decision or a delivery both may speak.
 * @param offersBy who has an offer on the table. @param last who acted last on the escrow.
 */
export function turnOf(offersBy: readonly Party[], last: Actor): Turn {
  if (offersBy.length > 0) return offersBy.map(otherParty);
  return last === "buyer" || last === "merchant" ? [otherParty(last)] : ["buyer", "merchant"];
}

const otherParty = (party: Party): Party => (party === "buyer" ? "merchant" : "buyer");
