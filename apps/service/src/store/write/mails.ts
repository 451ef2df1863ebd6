/** Mails to buyers, written by the transaction that makes them necessary. */
import type { AccountId } from "../../domain/ids.js";
import type { Statement } from "../../platform/database.js";

export type StoredMail = {
  readonly account: AccountId;
  readonly recipient: string;
  readonly template: string;
  /** JSON; who sells and the buyer's language are put in here. */
  readonly params: string;
  readonly created: number;
};

// The language is the one that the buyer reads at this moment, so that a mail is the same on every try; whoever never
// signed in is written to in English. Two look-ups by primary key a mail, and no lock.
const INSERT_MAILS = `
  insert into mails (recipient, template, params, created)
  select given.recipient, given.template,
    given.params::jsonb || jsonb_build_object(
      'locale', coalesce(buyer.locale, 'en'), 'seller', account.trading_name, 'seller_code', account.seller_code),
    given.created
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])
    with ordinality as given (account_id, recipient, template, params, created, position)
  join accounts account on account.id = given.account_id
  left join buyers buyer on buyer.email = lower(given.recipient)
  order by given.position`;

export const insertMails = (mails: readonly StoredMail[]): Statement => ({
  name: "insert mails",
  text: INSERT_MAILS,
  values: [
    mails.map((mail) => mail.account),
    mails.map((mail) => mail.recipient),
    mails.map((mail) => mail.template),
    mails.map((mail) => mail.params),
    mails.map((mail) => mail.created),
  ],
});
