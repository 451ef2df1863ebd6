/** Writes the log of security events as a part of the statements that make them happen, and the mails that tell of them. */
import type { Actor, SecurityEventKind } from "../domain/security.js";

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
const noticeSql = ({ kind, from, account, subject = "''", actor }: Note & { account: string }): string => `
  insert into mails (recipient, template, params, created)
  select p.email, 'seller_access_changed', jsonb_build_object('what', ${kind}, 'subject', left(${subject}, 300),
    'by', (select s.name from sellers s where s.id = (${actor}::jsonb ->> 'seller')::uuid),
    'trading_name', a.trading_name, 'seller_code', a.seller_code, 'locale', p.locale), service_now()
  from ${from} join accounts a on a.id = ${account} join team_members m on m.account_id = a.id and m.role = 'owner'
  join sellers p on p.id = m.seller_id
  order by p.email`;

type AccessNote = {
  readonly kind: SecurityEventKind;
  readonly from: string;
  readonly account: string;
  readonly subject: string;
  readonly actor: string;
};

/** A part of a `with`: writes down what was taken back, which nobody has to be told. */
export const accessNoted = ({ kind, ...note }: AccessNote): string => `
      noted as (${noteSql({ ...note, kind: `'${kind}'` })})`;

/** Parts of a `with`: write down who was given access to what, and tell the owners of the account. */
export const accessChanged = (note: AccessNote): string => `${accessNoted(note)},
      owners_told as (${noticeSql({ ...note, kind: `'${note.kind}'` })})`;
