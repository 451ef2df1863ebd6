/** A buyer opens a link that many can use: it makes a session of their own, once for each form. */
import type { BodyOf } from "@holdfast/contract";
import type { AccountId, PaymentLinkId, SessionId } from "../domain/ids.js";
import type { Session } from "../domain/model.js";
import { type LinkStanding, linkSessionSeconds } from "../domain/payment-links.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { takeLinkPlace } from "../store/write/payment-links.js";
import { writeSession } from "../wire/session.js";
import { createSession, draftSession, type Offerer } from "./create-session.js";
import type { Executor } from "./execute.js";

type Opened = {
  readonly account: AccountId;
  readonly id: PaymentLinkId;
  readonly content: string;
  readonly ordersMax: number | null;
};

/** What somebody who opens the link would be offered now. */
export const draftOfLink = (link: Opened, { fees, terms, now }: Omit<Offerer, "account">): Session => {
  const offer = JSON.parse(link.content) as BodyOf<"createSession">;
  const body = { ...offer, expires_in: linkSessionSeconds(link.ordersMax) };
  return draftSession(body, { account: link.account, fees, terms, now });
};

/**
 * The place of the link comes first, then the session: a crash between the two holds one place until its time is over, and no
 * more orders come of a link than it allows.
 * @param asked.requestHash of the form that was sent.
 * @param asked.url of a session, as the API shows it.
 */
export async function openPaymentLink(
  { db, executor }: { readonly db: Queryable; readonly executor: Executor },
  link: Opened,
  asked: {
    readonly draft: Session;
    readonly requestHash: Buffer;
    readonly url: (session: SessionId) => string;
  },
): Promise<Result<SessionId, Exclude<LinkStanding, "OPEN">>> {
  const { draft, requestHash, url } = asked;
  const wanted = { id: link.id, requestHash, session: draft.id, until: draft.expiresAt };
  const place = await takeLinkPlace(db, link.account, wanted);
  if (typeof place === "string") return refused(place);
  const session = { ...draft, id: place.session };
  const keyed = { key: `link-${session.id}`, requestHash };
  const created = await createSession({ db, executor }, session, { write: (made) => writeSession(made, url), keyed });
  if (!created.ok) throw new Error("the key of a place belongs to something else");
  return ok(session.id);
}
