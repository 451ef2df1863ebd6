/** What can be said of an order from its facts alone: where the money is, what waits for the buyer, what time will do. */

import { deciderOf, heldOf, totalOf } from "../../domain/escrow.js";
import type { Escrow, Milestone, Payment, Refund } from "../../domain/model.js";
import { add, type Cents, subtract, ZERO } from "../../domain/money.js";
import { ACTIVE, allows, ESCROW_MOVES, isIn, MILESTONE_MOVES } from "../../domain/states.js";
import type { ListedOrder, Order, OrderOffer } from "../../store/read/orders/orders.js";
import { offerBy, turnIn } from "../disputes/turn.js";
import type { Tone } from "../kit/badge.js";
import { isUnfunded } from "../kit/deadlines.js";
import type { IconName } from "../kit/icons.js";
import type { MilestoneVerb } from "./links.js";
import type { OrderView } from "./load.js";

type Look = { readonly tone: Tone; readonly icon: IconName };

/** How a standing looks; the colour and the drawing only repeat what the words say. */
export const STANDINGS = {
  PENDING_ACCEPTANCE: { tone: "waiting", icon: "clock" },
  PENDING_FUNDING: { tone: "waiting", icon: "clock" },
  AWAITING_PAYMENT: { tone: "waiting", icon: "clock" },
  WAITING_PAYMENT_CONFIRMATION: { tone: "calm", icon: "hourglass" },
  PARTIALLY_FUNDED: { tone: "waiting", icon: "clock" },
  IN_ESCROW: { tone: "calm", icon: "shield-check" },
  WORK_IN_PROGRESS: { tone: "calm", icon: "shield-check" },
  COMPLETED: { tone: "good", icon: "circle-check" },
  DISPUTED: { tone: "bad", icon: "triangle-alert" },
  DECLINED: { tone: "over", icon: "circle-x" },
  CANCELLED: { tone: "over", icon: "circle-x" },
  CLOSED: { tone: "over", icon: "circle-check" },
  DEADLINE_EXPIRED: { tone: "over", icon: "timer-off" },
} as const satisfies Record<Escrow["status"], Look>;

export const MILESTONE_STANDINGS = {
  PENDING: { tone: "over", icon: "hourglass" },
  AWAITING_REVIEW: { tone: "waiting", icon: "clock" },
  REVISION_REQUESTED: { tone: "calm", icon: "message-square" },
  COMPLETED: { tone: "good", icon: "circle-check" },
  DISPUTED: { tone: "bad", icon: "triangle-alert" },
} as const satisfies Record<Milestone["status"], Look>;

export const PAYMENT_STANDINGS = {
  CREATED: { tone: "waiting", icon: "clock" },
  PENDING: { tone: "calm", icon: "hourglass" },
  SUCCEEDED: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "over", icon: "circle-x" },
} as const satisfies Record<Payment["status"], Look>;

export const REFUND_STANDINGS = {
  PENDING: { tone: "calm", icon: "hourglass" },
  SENT: { tone: "calm", icon: "hourglass" },
  SUCCEEDED: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "waiting", icon: "clock" },
  HELD: { tone: "waiting", icon: "clock" },
} as const satisfies Record<Refund["status"], Look>;

/** What the buyer is waited for; null when it is somebody else's turn, or nobody's. */
export function waitsForBuyer({
  status,
  reviews,
}: Pick<ListedOrder, "status" | "reviews">): "pay" | "goPay" | "review" | null {
  if (status === "AWAITING_PAYMENT") return "goPay";
  if (status !== "WAITING_PAYMENT_CONFIRMATION" && isUnfunded({ status })) return "pay";
  return reviews > 0 && isIn(ACTIVE, status) ? "review" : null;
}

/** What is asked of the buyer first, on the page of an order. */
export type Asked =
  | { readonly kind: "pay" | "goPay" | "reply" }
  | { readonly kind: "offer"; readonly offer: OrderOffer }
  /** A delivery; `place` counts parts from 1. */
  | { readonly kind: "review"; readonly milestone: Milestone; readonly place: number };

/** An offer goes before a delivery, and a delivery before a reply. Null when it is somebody else's turn, or nobody's. */
export function askedOfBuyer(order: Pick<Order, "escrow" | "entries" | "offers">): Asked | null {
  const { escrow } = order;
  const offer = escrow.status === "DISPUTED" && deciderOf(escrow) === null ? offerBy(order, "merchant") : undefined;
  if (offer !== undefined) return { kind: "offer", offer };
  const todo = waitsForBuyer({ status: escrow.status, reviews: reviewsOf(escrow) });
  if (todo === "review") {
    const at = escrow.milestones.findIndex(({ status }) => status === "AWAITING_REVIEW");
    const milestone = escrow.milestones[at];
    return milestone === undefined ? null : { kind: "review", milestone, place: at + 1 };
  }
  if (todo !== null) return { kind: todo };
  const turn = turnIn(order);
  return turn.length === 1 && turn[0] === "buyer" ? { kind: "reply" } : null;
}

export const reviewsOf = (escrow: Escrow): number =>
  escrow.milestones.filter(({ status }) => status === "AWAITING_REVIEW").length;

/** Whether the seller has delivered a part: reported it, and was not asked for changes since. */
export function isDelivered({ id, status, disputed }: Milestone, entries: Order["entries"]): boolean {
  const isReported = entries.some(({ milestone, verb }) => milestone === id && verb === "submit");
  return isReported && (disputed?.from ?? status) !== "REVISION_REQUESTED";
}

/** Whether the tables of moves let the buyer do it now; what they refuse is refused by the decision too. */
export function mayAct(escrow: Escrow, milestone: Milestone, verb: MilestoneVerb): boolean {
  const mayMove = allows(MILESTONE_MOVES[verb], milestone.status);
  return mayMove && (verb === "requestRevision" ? escrow.status === "WORK_IN_PROGRESS" : isIn(ACTIVE, escrow.status));
}

export const mayDecline = (escrow: Escrow): boolean => allows(ESCROW_MOVES.decline, escrow.status);

/** Whether nothing is left open once this milestone is approved. */
export const isLastOpen = (escrow: Escrow, milestone: Milestone): boolean =>
  escrow.milestones.every(({ id, status }) => id === milestone.id || status === "COMPLETED");

/** All that came from the buyer, and where it is now: the parts add up to it. */
export type Money = {
  readonly total: Cents;
  /** What was asked for and has not arrived; zero once the order takes no money any more. */
  readonly missing: Cents;
  readonly received: Cents;
  readonly held: Cents;
  readonly released: Cents;
  readonly earned: Cents;
  /** Paid back, or owed to the buyer: refunds of what was held, and what arrived that was not due. */
  readonly returned: Cents;
  /** To be paid back, unless the buyer's bank decides otherwise. */
  readonly heldBack: Cents;
  /** The buyer's bank took it back itself, of what was held or on its way back. */
  readonly takenBack: Cents;
  /** Booked by mistake, and taken back from what was held: it never came. */
  readonly mistaken: Cents;
  /** What it took in total, as far as it has kept that; the seller stood in for what was paid out by then. */
  readonly takenInTotal: Cents;
};

type Transfers = OrderView["transfers"];
const sumOf = (transfers: Transfers, wanted: Transfers[number]["kind"]): Cents =>
  add(...transfers.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));

export function moneyOf({ escrow, transfers, refunds }: Pick<OrderView, "escrow" | "transfers" | "refunds">): Money {
  const heldBack = add(...refunds.map(({ held }) => held));
  const takenBack = add(...refunds.map(({ taken }) => taken));
  const excess = sumOf(transfers, "excess");
  const total = totalOf(escrow);
  const fromSeller = add(sumOf(transfers, "refund_released"), sumOf(transfers, "refund_owed"));
  const fromFees = sumOf(transfers, "refund_fees");
  const mistaken = sumOf(
    transfers.filter(({ isMistake }) => isMistake),
    "chargeback_taken",
  );
  return {
    total,
    missing: isUnfunded(escrow) ? subtract(total, escrow.funded) : ZERO,
    received: add(escrow.funded, excess),
    held: heldOf(escrow),
    released: subtract(escrow.released, fromSeller),
    earned: subtract(escrow.feesEarned, fromFees),
    returned: subtract(add(escrow.refunded, excess, fromSeller, fromFees), add(heldBack, takenBack)),
    heldBack,
    takenBack: subtract(add(escrow.chargedBack, takenBack), mistaken),
    mistaken,
    takenInTotal: subtract(
      sumOf(transfers, "chargeback_taken"),
      add(sumOf(transfers, "chargeback_returned"), mistaken),
    ),
  };
}
