/** Where the pages of sessions and escrows are. */
import { type EscrowId, type EventId, formatId, type MilestoneId, type SessionId } from "../../domain/ids.js";
import type { ConsoleContext } from "./context.js";

type Home = Pick<ConsoleContext, "home">;

export const sessionsUrl = ({ home }: Home): string => `${home}/sessions`;
export const sessionUrl = (context: Home, id: SessionId): string =>
  `${sessionsUrl(context)}/${formatId("session", id)}`;
export const escrowsUrl = ({ home }: Home): string => `${home}/escrows`;
export const escrowUrl = (context: Home, id: EscrowId): string => `${escrowsUrl(context)}/${id}`;
export const submitUrl = (context: Home, escrow: EscrowId, milestone: MilestoneId): string =>
  `${escrowUrl(context, escrow)}/milestones/${milestone}/submit`;
export const cancelUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/cancel`;
export const disputeUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/dispute`;
export const eventUrl = ({ home }: Home, id: EventId): string => `${home}/events/${formatId("event", id)}`;
/** @param id the UUID behind `req_…`. */
export const requestUrl = ({ home }: Home, id: string): string => `${home}/requests/req_${id.replaceAll("-", "")}`;
