/** Writes the log of security events as a part of the statements that make them happen, and the mails that tell of them. */
import type { Actor, SecurityEventKind } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";

/** As one parameter of a statement. */
export const actorJson = ({ sellerId, network, userAgent }: Actor): string =>
  JSON.stringify({ seller: sellerId, network, user_agent: userAgent });

type Note = {
  /** Text of SQL, such as `'key_created'`. */
  readonly kind: string;
  /** A table or an earlier part of the `with`: one event for each of its rows. */
  readonly from: string;
  /** Expressions of SQL over `from`. Nothing that anybody typed may stand in them. */
  readonly account?: string;
  readonly seller?: string;
  readonly subject?: string;
  /** The parameter with what {@link actorJson} tells. */
  readonly actor: string;
};

/** Text of SQL that writes an event. */
export const noteSql = ({ kind, from, account = "null::bigint", seller, subject = "''", actor }: Note): string => `
  insert into security_events (kind, account_id, seller_id, subject, network, user_agent, created)
  select ${kind}, ${account}, ${seller ?? `(${actor}::jsonb ->> 'seller')::uuid`}, left(${subject}, 300),
    ${actor}::jsonb ->> 'network', ${actor}::jsonb ->> 'user_agent', service_now()
  from ${from}`;

/** Text of SQL that tells the owners of an account of what {@link noteSql} wrote; they can't switch that off. */
export const noticeSql = ({ kind, from, account, subject = "''", actor }: Note & { account: string }): string => `
  insert into mails (recipient, template, params, created)
  select p.email, 'seller_access_changed', jsonb_build_object('what', ${kind}, 'subject', left(${subject}, 300),
    'by', (select s.name from sellers s where s.id = (${actor}::jsonb ->> 'seller')::uuid),
    'trading_name', a.trading_name, 'seller_code', a.seller_code), service_now()
  from ${from} join accounts a on a.id = ${account} join team_members m on m.account_id = a.id and m.role = 'owner'
  join sellers p on p.id = m.seller_id
  order by p.email`;

/** An event that no other statement makes. */
export async function noteEvent(
  db: Queryable,
  event: { readonly kind: SecurityEventKind; readonly account: string | null; readonly subject: string },
  actor: Actor,
): Promise<void> {
  await db.query({
    name: "note security event",
    text: noteSql({
      kind: "$1::text",
      from: "(values (1)) one",
      account: "$2::bigint",
      subject: "$3::text",
      actor: "$4",
    }),
    values: [event.kind, event.account, event.subject, actorJson(actor)],
  });
}
