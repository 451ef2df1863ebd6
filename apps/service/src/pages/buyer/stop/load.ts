import { applyTime } from "../../../commands/apply-time.js";
import { milestoneOf } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { isIn } from "../../../domain/states.js";
import { sha256 } from "../../../platform/hash.js";
import { findOrderOfAccount, type Order } from "../../../store/read/orders/orders.js";
import { findStopLink } from "../../../store/read/orders/stop-links.js";
import type { Asked } from "../../kit/answer.js";
import type { OrderServices } from "../load.js";

/** The review that a link of a mail is about, as it stands now. */
export type StopScene = { readonly token: string; readonly order: Order; readonly milestone: Milestone };

/**
 * Null for a link whose review is over, and alike for one that was never sent: who has neither mail nor sign-in is told nothing.
 * Where time has ended the review and nobody has written that down yet, the door does so first.
 */
export async function loadStop({ token = "" }: Asked["params"], services: OrderServices): Promise<StopScene | null> {
  const { db, door } = services;
  const link = await findStopLink(db, sha256(token));
  if (link === null) return null;
  await applyTime(door, link.account, { kind: "escrow", id: link.escrow });
  const order = await findOrderOfAccount(db, link);
  const milestone = order === null ? undefined : milestoneOf(order.escrow, link.milestone);
  if (order === null || milestone === undefined || milestone.reviewSince !== link.reviewSince) return null;
  return isIn(["AWAITING_REVIEW", "DISPUTED"], milestone.status) ? { token, order, milestone } : null;
}
