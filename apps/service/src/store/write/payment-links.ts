/** Statements that write payment links. Each is one statement, and names the account. */
import type { AccountId, PaymentLinkId, SessionId } from "../../domain/ids.js";
import type { LinkStanding } from "../../domain/payment-links.js";
import type { Queryable } from "../../platform/database.js";

export type NewPaymentLink = {
  readonly id: PaymentLinkId;
  readonly code: string;
  readonly content: string;
  readonly ordersMax: number | null;
  /** Days that it lasts; null for ever. */
  readonly days: number | null;
};

/** Does nothing for a link that is there. */
export async function insertPaymentLink(db: Queryable, account: AccountId, link: NewPaymentLink): Promise<void> {
  await db.query({
    name: "insert payment link",
    text: `
      insert into payment_links (account_id, id, code, content, orders_max, expires_at, created)
      values ($1, $2, $3, $4, $5, service_now() + $6::bigint * 86400, service_now())`,
    values: [account, link.id, link.code, link.content, link.ordersMax, link.days],
  });
}

/** Switches a link off or on again; false when there is no such link. */
export async function updatePaymentLink(
  db: Queryable,
  account: AccountId,
  { id, isOn }: { readonly id: PaymentLinkId; readonly isOn: boolean },
): Promise<boolean> {
  const rows = await db.query({
    name: "update payment link",
    text: `
      update payment_links set switched_off_at = case when $3 then null else coalesce(switched_off_at, service_now()) end
      where account_id = $1 and id = $2 returning id`,
    values: [account, id, isOn],
  });
  return rows.length === 1;
}

export type PlaceAsked = {
  readonly id: PaymentLinkId;
  /** Of the form that was sent: twice the same takes one place. */
  readonly requestHash: Buffer;
  readonly session: SessionId;
  /** The end of the session. */
  readonly until: number;
};

/** Takes a place for a session, under the lock of the link: the session that it is for, or why there is none. */
export async function takeLinkPlace(
  db: Queryable,
  account: AccountId,
  { id, requestHash, session, until }: PlaceAsked,
): Promise<{ readonly session: SessionId } | Exclude<LinkStanding, "OPEN">> {
  const [row] = await db.query<{ outcome: "TAKEN" | Exclude<LinkStanding, "OPEN">; place: SessionId }>({
    name: "take link place",
    text: "select outcome, place from take_link_place($1, $2, $3, $4, $5)",
    values: [account, id, requestHash, session, until],
  });
  if (row === undefined) throw new Error("a function has no row");
  return row.outcome === "TAKEN" ? { session: row.place } : row.outcome;
}
