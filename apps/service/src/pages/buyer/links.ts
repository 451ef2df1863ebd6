/** Where the pages of a buyer's orders are. */
import type { EvidenceId, MilestoneId } from "../../domain/ids.js";
import type { Channel } from "../../domain/messages.js";

export const SIGN_IN_PATH = "/sign-in";
/** Where a buyer is signed in. */
export const SIGN_INS_PATH = "/orders/sign-ins";

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

/** Where a buyer reads and writes in a channel. */
export const messagesUrl = (order: string, channel: Channel): string =>
  `${order}/${channel === "buyer_seller" ? "messages" : "questions"}`;
/** Its place on the page of the order. */
export const messagesAnchor = (channel: Channel): string => (channel === "buyer_seller" ? "#messages" : "#questions");
export const messageFileUrl = (order: string, id: EvidenceId): string => `${order}/messages/files/${id}`;

/** The place of a milestone on the page of its order, counted from 1. */
export const partAnchor = (place: number): string => `part-${place}`;

/** What a buyer does with an order, or with a part of it. */
export type OrderVerb = MilestoneVerb | "decline";

/** What a buyer does in a dispute. */
export type DisputeVerb = "statement" | "offer" | "withdrawOffer" | "declineOffer" | "acceptOffer";

/** What came of an action, behind the address of the order; `part` counts milestones from 1, or is the number of an offer. */
export const noticeQuery = (kind: "done" | "refused", verb: OrderVerb | DisputeVerb, part: number | null): string =>
  `?${kind}=${verb}${part === null ? "" : `&part=${part}`}`;

/** The page behind the link of a mail about a delivery; mails write the same path (mails/buyer/letters.ts). */
export const stopUrl = (token: string): string => `/stop/${encodeURIComponent(token)}`;
