/** Mails to buyers and to members of accounts, written by the transaction that makes them necessary. */
import type { AccountId, EscrowId, MilestoneId } from "../../domain/ids.js";
import type { NotificationKind } from "../../domain/notifications.js";
import type { Statement } from "../../platform/database.js";
import { JSON_TEXT, overRows } from "../bulk.js";

export type StoredMail = {
  readonly account: AccountId;
  readonly recipient: string;
  readonly template: string;
  /** JSON; who sells and the buyer's language are put in here. */
  readonly params: string;
  readonly created: number;
  /** A link that stops the clock of one review; null for a mail without. */
  readonly stop: {
    readonly escrow: EscrowId;
    readonly milestone: MilestoneId;
    readonly reviewSince: number;
    /** In clear in the mail alone. */
    readonly token: string;
  } | null;
};

/** What is looked up about a buyer, and who sells; `given` is an expression of SQL, the mail's own parameters. */
const aboutSeller = (given: string): string => `jsonb_build_object(
      'locale', coalesce(buyer.locale, ${given}->>'locale', 'en'), 'seller', account.trading_name, 'seller_code', account.seller_code,
      'brand', account.brand_name, 'logo', case when account.logo_hash is not null then jsonb_build_object(
        'hash', account.logo_hash, 'width', account.logo_width, 'height', account.logo_height) end,
      'colour', account.brand_colour, 'support_email', account.support_email)`;

/** Lines of an order that a mail has place for; the receipt has all. */
const ITEMS_TOLD = 20;

// The language is the one that the buyer reads at this moment, so that a mail is the same on every try; a person who never
// signed in is written to in the language that the mail brings along, else in English. Two look-ups by primary key a mail, and no lock.
//
// Receipts name what was bought, from the session of their order, which is two more look-ups by primary key. Which mails are receipts
// is asked inside: as a condition of the join it would be asked of rows that had been looked up for every mail.
export const insertMails = overRows<StoredMail>(
  "insert mails",
  {
    account_id: ["bigint", (mail) => mail.account],
    recipient: ["text", (mail) => mail.recipient],
    template: ["text", (mail) => mail.template],
    params: [JSON_TEXT, (mail) => mail.params],
    created: ["bigint", (mail) => mail.created],
    token: ["text", ({ stop }) => stop?.token ?? null],
    escrow_id: ["uuid", ({ stop }) => stop?.escrow ?? null],
    milestone_id: ["uuid", ({ stop }) => stop?.milestone ?? null],
    review_since: ["bigint", ({ stop }) => stop?.reviewSince ?? null],
  },
  ({ names, rows }) => `
  with given as (
    select * from ${rows(...names)}
  ),
  links as (
    insert into stop_links (token_hash, account_id, escrow_id, milestone_id, review_since)
    select sha256(convert_to(token, 'UTF8')), account_id, escrow_id, milestone_id, review_since from given where token is not null
  )
  insert into mails (recipient, template, params, created)
  select given.recipient, given.template,
    given.params::jsonb || ${aboutSeller("given.params::jsonb")}
      || case when given.template in ('order_funded', 'order_completed') then jsonb_build_object('items', items.shown) else '{}' end
      || case when given.token is null then '{}' else jsonb_build_object('stop', given.token) end,
    given.created
  from given
  join accounts account on account.id = given.account_id
  left join buyers buyer on buyer.email = lower(given.recipient)
  left join lateral (
    select jsonb_build_object('count', count(*), 'listed', coalesce(trunc(sum((line->>'unit_amount')::numeric * 100 * (line->>'quantity')::numeric)), 0)::text,
      'lines', coalesce(jsonb_agg(line - 'sku' order by place) filter (where place <= ${ITEMS_TOLD}), '[]')) as shown
    from escrows e
    join checkout_sessions s on s.account_id = e.account_id and s.id = e.session_id
    cross join lateral jsonb_array_elements(s.content::jsonb->'line_items') with ordinality as item (line, place)
    where given.template in ('order_funded', 'order_completed')
      and e.account_id = given.account_id and e.id = (given.params::jsonb->>'escrow')::uuid
  ) items on true
  order by given.ordinal`,
);

/** A mail to those members of the account who want its kind. */
export type StoredSellerMail = {
  readonly account: AccountId;
  readonly kind: NotificationKind;
  readonly template: string;
  /** JSON; trading name, seller code and the member's language are put in here. */
  readonly params: string;
  readonly created: number;
};

// Who wants it is resolved here, by primary keys: no round trip of its own, and nobody who left meanwhile is told.
const INSERT_SELLER_MAILS = `
  insert into mails (recipient, template, params, created)
  select told.recipient, given.template, given.params::jsonb || told.about, given.created
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])
    with ordinality as given (account_id, kind, template, params, created, position)
  cross join lateral seller_mails(given.account_id, given.kind) told
  order by given.position, told.recipient`;

export const insertSellerMails = (mails: readonly StoredSellerMail[]): Statement => ({
  name: "insert seller mails",
  text: INSERT_SELLER_MAILS,
  values: [
    mails.map((mail) => mail.account),
    mails.map((mail) => mail.kind),
    mails.map((mail) => mail.template),
    mails.map((mail) => mail.params),
    mails.map((mail) => mail.created),
  ],
});

/** Of a chargeback, to everybody who works at the desk. */
export type StoredOperatorMail = { /** JSON. */ readonly params: string; readonly created: number };

export const insertOperatorMails = (mails: readonly StoredOperatorMail[]): Statement => ({
  name: "insert operator mails",
  text: `
    insert into mails (recipient, template, params, created)
    select operator.email, 'operator_chargeback', given.params::jsonb, given.created
    from unnest($1::text[], $2::bigint[]) with ordinality as given (params, created, position)
    cross join (select email from sellers where is_operator) operator
    order by given.position, operator.email`,
  values: [mails.map((mail) => mail.params), mails.map((mail) => mail.created)],
});

/**
 * The same as a part of another statement: text of SQL that writes, for each row of a table or of an earlier `with`, a mail
 * to those who want it. For example
 * `told as (${sellerMailsSql({ from: "failed", account: "failed.account_id", kind: "payout", template: "'seller_payout_failed'", params: "jsonb_build_object(…)" })})`.
 *
 * @param given.but an expression of SQL: an address that gets no mail, such as that of the person who did it.
 * @param given.account, given.template, given.params expressions of SQL over `from`; amounts within the parameters are
 *   decimal text (`amount::text`). All of them are ours: nothing that anybody typed may stand in them.
 */
export const sellerMailsSql = ({
  from,
  account,
  kind,
  template,
  params,
  but = "''",
}: {
  readonly from: string;
  readonly account: string;
  readonly kind: NotificationKind;
  readonly template: string;
  readonly params: string;
  readonly but?: string;
}): string => `
  insert into mails (recipient, template, params, created)
  select told.recipient, ${template}, ${params} || told.about, service_now()
  from ${from} cross join lateral seller_mails(${account}, '${kind}') told where told.recipient <> ${but}
  order by told.recipient`;

/** The same to a buyer. @param given.recipient an expression of SQL too. */
export const buyerMailsSql = ({
  from,
  account,
  recipient,
  template,
  params,
}: Readonly<Record<"from" | "account" | "recipient" | "template" | "params", string>>): string => `
  insert into mails (recipient, template, params, created)
  select ${recipient}, ${template}, ${params} || ${aboutSeller("'{}'::jsonb")}, service_now()
  from ${from}
  join accounts account on account.id = ${account}
  left join buyers buyer on buyer.email = lower(${recipient})`;
