/** Event (contract, "Event"): written once, stored, and shown as it is by every delivery and every page of the feed. */
import type { EventType } from "@holdfast/contract";
import { milestoneOf } from "../domain/escrow.js";
import { type EventId, formatId } from "../domain/ids.js";
import type { EventDraft, Milestone } from "../domain/model.js";
import { writeEscrow, writeEventMilestone } from "./escrow.js";
import { text } from "./json.js";
import { writeEventRefund } from "./refund.js";
import { writeSession } from "./session.js";

/** @param created Unix seconds. */
export function writeEvent(id: EventId, draft: EventDraft, created: number): string {
  return writeEnvelope({ id, type: draft.type, created }, writeObject(draft));
}

/**
 * A test that somebody asked for (contract, "Event catalogue": ping).
 * @param message any text.
 * @param created Unix seconds.
 */
export function writePing(id: EventId, message: string, created: number): string {
  return writeEnvelope({ id, type: "ping", created }, `{"object":"ping","message":${text(message)}}`);
}

type Envelope = { readonly id: EventId; readonly type: EventType; readonly created: number };

const writeEnvelope = ({ id, type, created }: Envelope, object: string): string =>
  `{"id":"${formatId("event", id)}","object":"event","type":"${type}","created":${created},"data":{"object":${object}}}`;

function writeObject(draft: EventDraft): string {
  if ("session" in draft) return writeSession(draft.session, refuseUrl, draft.previousStatus);
  if ("milestone" in draft) {
    return writeEventMilestone(
      draft.escrow,
      milestoneOf(draft.escrow, draft.milestone) as Milestone,
      draft.previousStatus,
    );
  }
  if ("refund" in draft) return writeEventRefund(draft.escrow, draft.refund, draft.previousStatus);
  return writeEscrow(draft.escrow, draft.previousStatus);
}

/** Sessions emit events only when they stop being OPEN, and then they have no link. */
function refuseUrl(): never {
  throw new Error("an event showed an OPEN session");
}
