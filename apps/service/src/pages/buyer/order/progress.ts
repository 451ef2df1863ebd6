/** How far an order is, in steps: what is done, what comes next, and the end that it took instead. */
import type { Milestone } from "../../../domain/model.js";
import { ZERO } from "../../../domain/money.js";
import type { IconName } from "../../kit/icons.js";
import type { OrderView } from "../load.js";
import { isDelivered } from "../standing.js";

/** What each step is drawn as. */
const ICONS = {
  confirmed: "receipt",
  paid: "lock",
  shipped: "truck",
  delivered: "package-check",
  released: "hand-coins",
  disputed: "triangle-alert",
  cancelled: "circle-x",
  expired: "timer-off",
  settled: "scale",
  refunding: "undo",
  refundHeld: "landmark",
  takenBack: "landmark",
  refunded: "undo",
} as const satisfies Record<string, IconName>;
type StepName = keyof typeof ICONS;

export type Step = {
  readonly name: StepName;
  readonly icon: IconName;
  /** `stopped` is an end that the order took instead of the steps that are missing. */
  readonly state: "done" | "now" | "next" | "bad" | "stopped";
  /** Unix seconds; null for what has not happened. */
  readonly at: number | null;
  /** Of a step that is done part by part, how many parts are; null for every other. */
  readonly parts: number | null;
};

type Way = { readonly name: StepName; readonly at: number | null; readonly parts: number | null };

/** Never empty; at most one step is `now` or `bad`. */
export function progressOf(order: OrderView): readonly Step[] {
  const ways = waysOf(order);
  const { status } = order.escrow;
  const first = ways.findIndex(({ at }) => at === null);
  const open = first === -1 ? ways.length : first;
  const done = ways.slice(0, open).map(({ name, at }) => step(name, "done", { at }));
  const end = ENDS[status];
  if (end !== undefined) return [...done, step(end, "stopped", { at: order.endedAt }), ...moneyBack(order)];
  if (status === "COMPLETED") return ways.flatMap(({ name, at }) => (at === null ? [] : [step(name, "done", { at })]));
  const left = ways.slice(open).map(({ name, parts }) => step(name, "next", { parts }));
  if (status === "DISPUTED") return [...done, step("disputed", "bad"), ...left];
  return [...done, ...left.map((one, at): Step => (at === 0 ? { ...one, state: "now" } : one))];
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

/** The way of an order where all goes well. Something that nobody carries is delivered, and never was shipped. */
function waysOf(order: OrderView): readonly Way[] {
  const { escrow, entries } = order;
  const submissions = entries.filter(({ verb }) => verb === "submit");
  const reported = escrow.milestones.filter((one) => isDelivered(one, entries));
  const arrived = arrivedOf(order);
  const isShipped = submissions.length === 0 || submissions.some(({ shipping }) => shipping != null);
  const lastOf = (verbs: readonly string[]): number | null =>
    entries.findLast(({ verb }) => verbs.includes(verb))?.created ?? null;
  const byPart = (name: StepName, parts: readonly Milestone[], at: number | null): Way => ({
    name,
    at: parts.length === escrow.milestones.length ? at : null,
    parts: parts.length,
  });
  return [
    { name: "confirmed", at: escrow.created, parts: null },
    { name: "paid", at: escrow.fundedAt, parts: null },
    ...(isShipped ? [byPart("shipped", reported, lastOf(["submit"]))] : []),
    byPart("delivered", arrived, lastOf(isShipped ? ["approve"] : ["submit"])),
    {
      name: "released",
      at: escrow.status === "COMPLETED" ? order.endedAt : null,
      parts: escrow.milestones.filter(({ status }) => status === "COMPLETED").length,
    },
  ];
}

/** The parts that have been delivered. One that a carrier has is still on its way, until the buyer approves it. */
export const arrivedOf = (order: OrderView): readonly Milestone[] =>
  order.escrow.milestones.filter(
    (one) => isDelivered(one, order.entries) && (!travels(one, order) || isApproved(one, order)),
  );

/** Whether what was reported of it last is with a carrier. */
const travels = ({ id }: Milestone, { entries }: OrderView): boolean =>
  entries.findLast(({ milestone, verb }) => milestone === id && verb === "submit")?.shipping != null;

const isApproved = ({ id }: Milestone, { entries }: OrderView): boolean =>
  entries.some(({ milestone, verb }) => milestone === id && verb === "approve");

/** What becomes of the money of an order that has ended otherwise. */
function moneyBack({ refunds }: OrderView): readonly Step[] {
  const last = refunds.at(-1);
  if (last === undefined) return [];
  if (refunds.some(({ status }) => status === "HELD")) return [step("refundHeld", "now")];
  if (refunds.some(({ status }) => status !== "SUCCEEDED")) return [step("refunding", "now")];
  const isTaken = refunds.every(({ amount, taken }) => taken > ZERO && taken === amount);
  return [step(isTaken ? "takenBack" : "refunded", "done", { at: last.created })];
}
