/** Where the pages of a buyer's orders are. */
import type { MilestoneId } from "../../domain/ids.js";

/** What a buyer can do, as the last part of an address. */
export const ACTIONS = { approve: "approve", requestRevision: "request_revision", dispute: "dispute" } as const;
export type MilestoneVerb = keyof typeof ACTIONS;

export const actionUrl = (order: string, milestone: MilestoneId, verb: MilestoneVerb): string =>
  `${order}/milestones/${milestone}/${ACTIONS[verb]}`;

/** What a buyer can do in a dispute; the last three with an offer. */
export type DisputeStep = "write" | "offer" | "accept" | "decline" | "withdraw";

/** @param offer the number of the offer, for a step that is taken with one. */
export const disputeUrl = (order: string, step: DisputeStep, offer: number | string = ""): string =>
  step === "write" || step === "offer" ? `${order}/dispute/${step}` : `${order}/dispute/offers/${offer}/${step}`;

/** The place of a milestone on the page of its order, counted from 1. */
export const partAnchor = (place: number): string => `part-${place}`;
