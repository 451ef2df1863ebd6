import { applyTime } from "../../../commands/apply-time.js";
import { milestoneOf } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { isIn } from "../../../domain/states.js";
import { sha256 } from "../../../platform/hash.js";
import { type OtherCells, question } from "../../../platform/other-cells.js";
import { findOrderOfAccount, type Order } from "../../../store/read/orders/orders.js";
import { findStopLink } from "../../../store/read/orders/stop-links.js";
import type { Asked } from "../../kit/answer.js";
import { IsElsewhere } from "../../kit/elsewhere.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { AllOrderServices, OrderServices } from "../load.js";

/** The review that a link of a mail is about, as it stands now. */
export type StopScene = { readonly token: string; readonly order: Order; readonly milestone: Milestone };

/** Whether a mail of the cell bears the link, by the SHA-256 of its token in hex. */
export const KNOWS_STOP_LINK = question<string, boolean>("knows-stop-link");

export const knowsStopLink = async (tokenHash: string, { db }: Pick<OrderServices, "db">): Promise<boolean> =>
  (await findStopLink(db, Buffer.from(tokenHash, "hex"))) !== null;

/** @throws IsElsewhere for a link of another cell's mail, PageRefusal where a cell that may have sent it is away */
async function sendOn(token: string, otherCells: OtherCells): Promise<void> {
  const answers = await otherCells.ask(KNOWS_STOP_LINK, sha256(token).toString("hex"));
  const home = answers.find(({ answer }) => answer === true);
  if (home !== undefined) throw new IsElsewhere(home.cell);
  if (answers.some(({ answer }) => answer === null))
    throw new PageRefusal("service_unavailable", { "Retry-After": "10" });
}

/**
 * Null for a link whose review is over, and alike for one that was never sent: who has neither mail nor sign-in is told nothing.
 * Where time has ended the review and nobody has written that down yet, the executor does so first.
 */
export async function loadStop({ token = "" }: Asked["params"], services: AllOrderServices): Promise<StopScene | null> {
  const { db, executor, otherCells } = services;
  const link = await findStopLink(db, sha256(token));
  if (link === null) {
    await sendOn(token, otherCells);
    return null;
  }
  await applyTime(executor, link.account, { kind: "escrow", id: link.escrow });
  const order = await findOrderOfAccount(db, link, "buyer");
  const milestone = order === null ? undefined : milestoneOf(order.escrow, link.milestone);
  if (order === null || milestone === undefined || milestone.reviewSince !== link.reviewSince) return null;
  return isIn(["AWAITING_REVIEW", "DISPUTED"], milestone.status) ? { token, order, milestone } : null;
}
