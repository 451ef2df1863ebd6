/** Refunds that a member of a team asks a colleague to confirm, as pages of an order read them. */
import type { MilestoneId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import { may, type Role } from "../../../domain/permissions.js";
import type { RefundReason } from "../../../domain/refunds.js";
import { toCents } from "../../rows.js";

/** One that nobody has confirmed or declined. */
export type RefundRequest = {
  readonly id: string;
  /** `isStanding`: they may still refund. */
  readonly askedBy: { readonly id: string; readonly name: string; readonly isStanding: boolean };
  /** Of the order's amount; null for all that can go back. */
  readonly amount: Cents | null;
  readonly milestone: MilestoneId | null;
  readonly reason: RefundReason;
  /** What the buyer gets, as was said when it was asked for. */
  readonly gets: Cents;
  readonly created: number;
};

export type RefundRequestAsJson = readonly [
  id: string,
  askedBy: string,
  name: string,
  role: Role | null,
  amount: string | null,
  milestone: MilestoneId | null,
  reason: RefundReason,
  gets: string,
  created: number,
];

/** The open one of the escrow `e`; an order has one at most. */
export const REFUND_REQUEST_AS_JSON = `(
    select json_build_array(q.id, q.asked_by, asker.name, m.role, q.amount::text, q.milestone_id, q.reason, q.gets::text, q.created)
    from refund_requests q
    join sellers asker on asker.id = q.asked_by
    left join team_members m on m.account_id = q.account_id and m.seller_id = q.asked_by
    where q.account_id = e.account_id and q.escrow_id = e.id and q.status = 'OPEN')`;

export function refundRequestFromJson(row: RefundRequestAsJson | null): RefundRequest | null {
  if (row === null) return null;
  const [id, asker, name, role, amount, milestone, reason, gets, created] = row;
  return {
    id,
    askedBy: { id: asker, name, isStanding: role !== null && may(role, "handleOrders") },
    amount: amount === null ? null : toCents(amount),
    milestone,
    reason,
    gets: toCents(gets),
    created,
  };
}
