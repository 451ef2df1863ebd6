/** Event (contract, "Event"): written once, stored, and shown as it is by every delivery and every page of the feed. */
import { milestoneOf } from "../domain/escrow.js";
import { type EventId, formatId } from "../domain/ids.js";
import type { EventDraft, Milestone } from "../domain/model.js";
import { writeEscrow, writeEventMilestone } from "./escrow.js";
import { writeSession } from "./session.js";

/** @param created Unix seconds. */
export function writeEvent(id: EventId, draft: EventDraft, created: number): string {
  return `{"id":"${formatId("event", id)}","object":"event","type":"${draft.type}","created":${created},"data":{"object":${writeObject(draft)}}}`;
}

function writeObject(draft: EventDraft): string {
  if ("session" in draft) return writeSession(draft.session, refuseUrl, draft.previousStatus);
  if ("milestone" in draft) {
    return writeEventMilestone(
      draft.escrow,
      milestoneOf(draft.escrow, draft.milestone) as Milestone,
      draft.previousStatus,
    );
  }
  return writeEscrow(draft.escrow, draft.previousStatus);
}

/** Sessions emit events only when they stop being OPEN, and then they have no link. */
function refuseUrl(): never {
  throw new Error("an event showed an OPEN session");
}
