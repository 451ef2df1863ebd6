/**
 * What the page of an order says about the action that led to it. The address names the action; what is said is read off
 * the order, so that no link can make the page say what is not so.
 */
import { dueOf, isOpen } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { isIn, TERMINAL } from "../../../domain/states.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { isUnfunded } from "../../kit/deadlines.js";
import { ACTIONS, type DisputeVerb, type MilestoneVerb, type OrderVerb } from "../links.js";
import { mayAct, mayDecline } from "../standing.js";
import { noticeWords } from "./words.js";

export type Notice = { readonly kind: "done" | "refused"; readonly text: string };

const VERBS = [...(Object.keys(ACTIONS) as MilestoneVerb[]), "decline"] as const satisfies readonly OrderVerb[];
const isVerb = (text: unknown): text is OrderVerb => (VERBS as readonly unknown[]).includes(text);

const DISPUTE_VERBS = [
  "statement",
  "offer",
  "withdrawOffer",
  "declineOffer",
  "acceptOffer",
] as const satisfies readonly DisputeVerb[];
const isDisputeVerb = (text: unknown): text is DisputeVerb => (DISPUTE_VERBS as readonly unknown[]).includes(text);

/** Null when nothing happened, or when what the query says did not. */
export function noticeOf(order: Order, query: Readonly<Record<string, unknown>>, locale: Locale): Notice | null {
  const { done, refused, part } = query;
  if (isDisputeVerb(done)) {
    return hasDone(order, done) ? { kind: "done", text: noticeWords(locale)[`done_${done}`] } : null;
  }
  if (isDisputeVerb(refused)) return refusedInDispute(order, Number(part), locale);
  const milestone = order.escrow.milestones[Number(part) - 1] ?? null;
  if (isVerb(done)) {
    const text = doneText(order, milestone, { verb: done, locale });
    return text === null ? null : { kind: "done", text };
  }
  if (isVerb(refused)) {
    const text = refusedText(order, milestone, { verb: refused, locale });
    return text === null ? null : { kind: "refused", text };
  }
  return null;
}

/** Whether that is the last thing that the buyer did in the dispute. */
const hasDone = ({ entries }: Order, verb: DisputeVerb): boolean =>
  entries.findLast(({ actor }) => actor === "buyer")?.verb === (verb === "acceptOffer" ? "settle" : verb);

/** Why nothing came of it; null where it could still be done. */
function refusedInDispute({ escrow, offers }: Order, number: number, locale: Locale): Notice | null {
  if (escrow.disputeReference === null) return null;
  const words = noticeWords(locale);
  if (escrow.status !== "DISPUTED") return { kind: "refused", text: words.refused_over };
  const isGone = offers.some((offer) => offer.number === number && offer.status !== "OPEN");
  return isGone ? { kind: "refused", text: words.refused_gone } : null;
}

type Said = { readonly verb: OrderVerb; readonly locale: Locale };

function doneText({ escrow, entries }: Order, milestone: Milestone | null, { verb, locale }: Said): string | null {
  const words = noticeWords(locale);
  if (verb === "decline") return escrow.status === "DECLINED" ? words.done_decline : null;
  if (milestone === null) return null;
  const last = entries.findLast((entry) => entry.milestone === milestone.id);
  if (last?.verb !== verb || last.actor !== "buyer") return null;
  return verb === "approve" ? words.done_approve({ amount: usd(dueOf(milestone), locale) }) : words[`done_${verb}`];
}

/** Why it can't be done as things are; null when it could be. */
function refusedText(order: Order, milestone: Milestone | null, { verb, locale }: Said): string | null {
  const words = noticeWords(locale);
  const { escrow, entries } = order;
  if (verb === "decline") {
    if (mayDecline(escrow)) return null;
    return isIn(TERMINAL, escrow.status) ? words.refused_ended : words.refused_funded;
  }
  if (milestone === null || mayAct(escrow, milestone, verb)) return null;
  if (isOpen(milestone) && isIn(TERMINAL, escrow.status)) return words.refused_ended;
  if (isOpen(milestone) && isUnfunded(escrow)) return words.refused_unfunded;
  switch (milestone.status) {
    case "COMPLETED": {
      const last = entries.findLast((entry) => entry.milestone === milestone.id);
      const wasMine = last?.verb === "approve" && last.actor === "buyer";
      return wasMine ? words.refused_approvedByYou : words.refused_completed;
    }
    case "DISPUTED":
      return words.refused_disputed;
    case "PENDING":
      return words.refused_pending;
    case "REVISION_REQUESTED":
      return words.refused_revision;
    case "AWAITING_REVIEW":
      return words.refused_otherDispute;
    default:
      return milestone.status satisfies never;
  }
}
