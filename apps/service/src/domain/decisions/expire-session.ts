import type { Decision, Session } from "../model.js";
import { refuse } from "../model.js";
import { SESSION_MOVES } from "../states.js";

/** Ends an unused session: by the merchant, or because its time is over. On an EXPIRED one nothing changes. */
export function decideExpireSession(session: Session): Decision {
  switch (session.status) {
    case "COMPLETED":
      return refuse("session_completed");
    case "EXPIRED":
      return { ok: true };
    case "OPEN": {
      const expired: Session = { ...session, status: "EXPIRED" };
      return {
        ok: true,
        session: expired,
        events: [{ type: SESSION_MOVES.expire.event, session: expired, previousStatus: session.status }],
      };
    }
    default:
      return session.status satisfies never;
  }
}

/** What time alone does to a session: it expires from the second `expiresAt` on. */
export function decideDueSession(session: Session, now: number): Decision {
  return session.status === "OPEN" && now >= session.expiresAt ? decideExpireSession(session) : { ok: true };
}
