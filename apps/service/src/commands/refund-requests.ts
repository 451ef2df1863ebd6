/** Refunds that take two of a team: one asks, a colleague confirms or declines. Nothing goes back before. */
import type { RefundAsk, Refunded, RefundTerms } from "../domain/decisions/refund.js";
import { type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import { may, ROLES } from "../domain/permissions.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import type { RefundRequest } from "../store/read/orders/refund-requests.js";
import {
  declineRefundRequest,
  insertRefundRequest,
  type NewRefundRequest,
  updateRefundAlone,
} from "../store/write/refund-requests.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import { refundByMember } from "./refund-order.js";
import type { Outcome } from "./unit.js";

/** The same request twice is one. `asked_already` while another one of the order waits. */
export const askForRefund = async (db: Queryable, request: NewRefundRequest): Promise<Result<null, "asked_already">> =>
  (await insertRefundRequest(db, request)) ? ok(null) : refused("asked_already");

/** The idempotency key of the refund that a request becomes. */
const keyOfRequest = (id: string): string => `request ${id}`;

/** What is asked for, as a decision takes it. */
export const askOfRequest = ({ id, amount, milestone, reason }: RefundRequest): RefundAsk => ({
  ...{ amount, milestone, reason, externalReference: "", metadata: {}, actor: "merchant" },
  key: keyOfRequest(id),
  requestHash: keyOfRequest(id),
});

/**
 * Makes the refund that a member asked a colleague to confirm; both are recorded. Refused with `invalid_state` when the two are the same
 * person, the request was declined, the member who asked may no longer refund, or the amount has changed; otherwise as any refund.
 */
export async function confirmRefund(
  executor: Executor,
  { account, escrow, request, second }: OfEscrow & { readonly request: RefundRequest; readonly second: string },
  terms: RefundTerms,
): Promise<Outcome<"refundable", Refusal | "second_needed", Refunded>> {
  const { askedBy, gets: agreed } = request;
  if (askedBy.id === second || !askedBy.isStanding) return refuse("invalid_state");
  const by = { member: askedBy.id, confirmed: { request: request.id, second } };
  return refundByMember(executor, { account, escrow, ...askOfRequest(request), agreed, by }, terms);
}

/** Any member who handles orders may decline; the one who asked withdraws it this way. `stale` once it was decided. */
export const declineRefund = async (
  db: Queryable,
  request: OfEscrow & { readonly id: string; readonly by: string },
): Promise<Result<null, "stale">> => ((await declineRefundRequest(db, request)) ? ok(null) : refused("stale"));

/** @param change.max what one member may refund alone in a day; null for no limit. Refused with `no_second` when nobody else could confirm. */
export async function changeRefundAlone(
  db: Queryable,
  account: OfEscrow["account"],
  change: { readonly max: Cents | null; readonly actor: Actor },
): Promise<Result<null, "no_second">> {
  const roles = ROLES.filter((role) => may(role, "handleOrders"));
  return (await updateRefundAlone(db, account, { ...change, roles })) ? ok(null) : refused("no_second");
}
