/** How far an order is, in steps: what is done, whose turn it is, what comes next, and the end that it took instead. */
import { isClosedByBank, isEndedByMistake } from "../../../domain/ended-by-bank.js";
import type { Milestone } from "../../../domain/model.js";
import { ZERO } from "../../../domain/money.js";
import type { IconName } from "../../kit/icons.js";
import type { OrderView } from "../load.js";
import { isDelivered, reviewsOf } from "../standing.js";

/** Each as it is called, and what it is drawn as. */
const ICONS = {
  confirmed: "receipt",
  toPay: "lock",
  paying: "lock",
  paid: "lock",
  delivery: "truck",
  awaitingDelivery: "truck",
  shipped: "truck",
  delivered: "package-check",
  approval: "circle-check",
  approved: "circle-check",
  released: "hand-coins",
  disputed: "triangle-alert",
  cancelled: "circle-x",
  expired: "timer-off",
  settled: "scale",
  refunding: "undo",
  refundHeld: "landmark",
  takenBack: "landmark",
  mistaken: "circle-x",
  refunded: "undo",
} as const satisfies Record<string, IconName>;
type StepName = keyof typeof ICONS;

export type Step = {
  readonly name: StepName;
  readonly icon: IconName;
  /**
   * `now` is the buyer's own turn, `waiting` somebody else's. `stopped` is an end that the order took instead of the steps that are
   * missing.
   */
  readonly state: "done" | "now" | "waiting" | "next" | "bad" | "stopped";
  /** Unix seconds; null for what has not happened. */
  readonly at: number | null;
  /** Of a step that is done part by part, how many parts are, as the list of parts counts them; null for every other. */
  readonly parts: number | null;
};

/** A step of an order where all goes well, by what it is called once it is done, and before. */
type Way = {
  readonly done: StepName;
  readonly open: StepName;
  /** What it is called while somebody else is waited for; null for a step that has no such time. */
  readonly waiting: StepName | null;
  /** Whether it is the buyer's turn to do it. */
  readonly isMine: boolean;
  readonly at: number | null;
  readonly parts: number | null;
};

/** Never empty; at most one step is `now` or `bad`. A part that waits for the buyer comes before those that are still to be delivered. */
export function progressOf(order: OrderView): readonly Step[] {
  const ways = waysOf(order);
  const { status } = order.escrow;
  const first = ways.findIndex(({ at }) => at === null);
  const open = first === -1 ? ways.length : first;
  const done = ways.slice(0, open).map((way) => step(way.done, "done", { at: way.at }));
  const end = isEndedByMistake(order) ? "mistaken" : isClosedByBank(order) ? "takenBack" : ENDS[status];
  if (end !== undefined) return [...done, step(end, "stopped", { at: order.endedAt }), ...moneyBack(order)];
  if (status === "COMPLETED")
    return ways.flatMap((way) => (way.at === null ? [] : [step(way.done, "done", { at: way.at })]));
  const left = ways.slice(open);
  if (status === "DISPUTED")
    return [...done, step("disputed", "bad"), ...left.map((way) => step(way.open, "next", { parts: way.parts }))];
  return [...done, ...left.map((way, at) => openStep(way, at === 0))];
}

/** @param isFirst whether all before it is done */
function openStep({ open, waiting, isMine, parts }: Way, isFirst: boolean): Step {
  if (isMine) return step(open, "now", { parts });
  return isFirst ? step(waiting ?? open, "waiting", { parts }) : step(open, "next", { parts });
}

const step = (name: StepName, state: Step["state"], { at = null, parts = null }: Partial<Step> = {}): Step => ({
  name,
  icon: ICONS[name],
  state,
  at,
  parts,
});

const ENDS: { readonly [Status in OrderView["escrow"]["status"]]?: StepName } = {
  DECLINED: "cancelled",
  CANCELLED: "cancelled",
  DEADLINE_EXPIRED: "expired",
  CLOSED: "settled",
};

/** What is reported without a carrier has been delivered, and never was shipped. */
function waysOf(order: OrderView): readonly Way[] {
  const { escrow, entries } = order;
  const { status, milestones, fundedAt } = escrow;
  const lastOf = (wanted: string): number | null => entries.findLast(({ verb }) => verb === wanted)?.created ?? null;
  const whenAll = (parts: readonly Milestone[], verb: string) => ({
    at: parts.length === milestones.length ? lastOf(verb) : null,
    parts: parts.length,
  });
  const isPaying = status === "WAITING_PAYMENT_CONFIRMATION";
  const whole = { waiting: null, isMine: false, parts: null };
  return [
    { ...whole, done: "confirmed", open: "confirmed", at: escrow.created },
    { ...whole, done: "paid", open: "toPay", waiting: "paying", isMine: fundedAt === null && !isPaying, at: fundedAt },
    {
      ...whole,
      ...whenAll(reportedOf(order), "submit"),
      done: isShipped(order) ? "shipped" : "delivered",
      open: "delivery",
      waiting: "awaitingDelivery",
    },
    {
      ...whole,
      ...whenAll(
        milestones.filter((one) => isApproved(one, order)),
        "approve",
      ),
      done: "approved",
      open: "approval",
      isMine: status === "WORK_IN_PROGRESS" && reviewsOf(escrow) > 0,
    },
    {
      ...whole,
      done: "released",
      open: "released",
      at: status === "COMPLETED" ? order.endedAt : null,
      parts: milestones.filter((one) => one.status === "COMPLETED").length,
    },
  ];
}

/** The parts that the seller says are delivered, or sent. */
export const reportedOf = ({ escrow, entries }: OrderView): readonly Milestone[] =>
  escrow.milestones.filter((one) => isDelivered(one, entries));

/** Whether a carrier has, or had, any of it. */
export const isShipped = ({ entries }: OrderView): boolean =>
  entries.some(({ verb, shipping }) => verb === "submit" && shipping != null);

export const isApproved = ({ id }: Milestone, { entries }: OrderView): boolean =>
  entries.some(({ milestone, verb }) => milestone === id && verb === "approve");

/** What becomes of the money of an order that has ended otherwise. */
function moneyBack({ refunds }: OrderView): readonly Step[] {
  const last = refunds.at(-1);
  if (last === undefined) return [];
  if (refunds.some(({ status }) => status === "HELD")) return [step("refundHeld", "waiting")];
  if (refunds.some(({ status }) => status !== "SUCCEEDED")) return [step("refunding", "waiting")];
  const isTaken = refunds.every(({ amount, taken }) => taken > ZERO && taken === amount);
  return [step(isTaken ? "takenBack" : "refunded", "done", { at: last.created })];
}
