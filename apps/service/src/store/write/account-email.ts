/** Statements that give an account another address: asked for, confirmed by the link that was sent there, or given up. */
import type { AccountId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { accessChanged, actorJson } from "../security-events.js";
import { languageOf } from "../seller-language.js";

/** Real time: how long the link works. */
const EMAIL_LINK_MINUTES = 60;

const NOTHING_NEXT = "email_next = null, email_next_hash = null, email_next_until = null, email_next_by = null";

type Asked = {
  /** In lower case. */
  readonly email: string;
  readonly token: string;
  readonly tokenHash: Buffer;
  readonly locale: string;
  readonly actor: Actor;
};

/** Sends the link to the new address; one that was sent before works no longer. */
export async function askForEmail(
  db: Queryable,
  account: AccountId,
  { email, token, tokenHash, locale, actor }: Asked,
): Promise<void> {
  await db.query({
    name: "ask for account email",
    text: `
      with asked as (
        update accounts set email_next = $2, email_next_hash = $3, email_next_by = $5,
          email_next_until = clock_timestamp() + interval '${EMAIL_LINK_MINUTES} minutes'
        where id = $1 returning trading_name, seller_code
      )
      insert into mails (recipient, template, params, created)
      select $2, 'seller_account_email_link', jsonb_build_object('token', $4::text, 'minutes', ${EMAIL_LINK_MINUTES},
        'trading_name', trading_name, 'seller_code', seller_code) || ${languageOf("$2", "$6")}, service_now()
      from asked`,
    values: [account, email, tokenHash, token, actorJson(actor), locale],
  });
}

export async function giveUpEmail(db: Queryable, account: AccountId): Promise<void> {
  await db.query({
    name: "give up account email",
    text: `update accounts set ${NOTHING_NEXT} where id = $1`,
    values: [account],
  });
}

export type EmailLink = { readonly sellerCode: string; readonly tokenHash: Buffer };

/** Who asked has to be an owner still. */
const LINKED = `
  select a.id, a.email, a.email_next, a.email_next_by, a.trading_name from accounts a
  where a.seller_code = $1 and a.email_next_hash = $2 and a.email_next_until > clock_timestamp() and exists (
    select 1 from team_members m
    where m.account_id = a.id and m.role = 'owner' and m.seller_id = (a.email_next_by->>'seller')::uuid)`;

export type LinkedEmail = { readonly email: string; readonly before: string; readonly tradingName: string };

/** Null for a link that was used, replaced or has run out, and for one that never was. */
export async function findEmailLink(db: Queryable, link: EmailLink): Promise<LinkedEmail | null> {
  const [row] = await db.query<{ email_next: string; email: string; trading_name: string }>({
    name: "find account email link",
    text: LINKED,
    values: [link.sellerCode, link.tokenHash],
  });
  return row === undefined ? null : { email: row.email_next, before: row.email, tradingName: row.trading_name };
}

/**
 * The account has the address from now on; the owners are told, and whoever reads the old one. "taken": another account, opened from
 * the command line as this one was, has it (index accounts_email).
 */
export async function confirmEmail(db: Queryable, link: EmailLink): Promise<"changed" | "over" | "taken"> {
  try {
    const rows = await db.query({
      name: "confirm account email",
      text: `
        with old as (${LINKED} for no key update of a),
        changed as (
          update accounts a set email = old.email_next, ${NOTHING_NEXT} from old where a.id = old.id
          returning a.id, old.email as before, a.email as after, old.email_next_by as actor, a.trading_name, a.seller_code,
            left(old.email, 140) || ' → ' || left(a.email, 140) as named
        ),${accessChanged({ kind: "account_email_changed", from: "changed", account: "changed.id", subject: "changed.named", actor: "changed.actor" })},
        told as (
          insert into mails (recipient, template, params, created)
          select changed.before, 'seller_account_email_changed', jsonb_build_object('after', changed.after,
            'trading_name', changed.trading_name, 'seller_code', changed.seller_code) || ${languageOf("lower(changed.before)")}, service_now()
          from changed
        )
        select 1 from changed`,
      values: [link.sellerCode, link.tokenHash],
    });
    return rows.length === 1 ? "changed" : "over";
  } catch (error) {
    if (brokenUnique(error) !== "accounts_email") throw error;
    return "taken";
  }
}
