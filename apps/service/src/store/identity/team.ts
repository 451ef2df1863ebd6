/**
 * Who belongs to an account, who is invited, and accounts that people open. Each function is one statement; that an account keeps an
 * owner is a matter of the trigger `keep_an_owner`.
 */
import type { AccountId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { sqlState } from "../../platform/database-errors.js";
import { accessChanged, accessNoted, actorJson } from "../security-events.js";
import type { MembershipRow } from "./sellers.js";
import { takePlace } from "./windows.js";

export type RoleColumn = MembershipRow["role"];

const INVITATION_DAYS = 7;
/** Mails with invitations that an account may send in a day, as a person may over all accounts; accounts that one may open. */
const INVITATIONS_PER_DAY = 50;
const ACCOUNTS_PER_DAY = 5;

export type MemberRow = {
  readonly seller_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: RoleColumn;
  readonly has_second_factor: boolean;
  readonly created: string;
};

/** Oldest first. */
export function listMembers(db: Queryable, account: AccountId): Promise<readonly MemberRow[]> {
  return db.query<MemberRow>({
    name: "list members",
    text: `
      select m.seller_id, p.email, p.name, m.role, has_second_factor(p.id, p.totp_sealed), m.created
      from team_members m join sellers p on p.id = m.seller_id
      where m.account_id = $1 order by m.created, m.seller_id limit 500`,
    values: [account],
  });
}

export type InvitationRow = {
  readonly id: string;
  readonly email: string;
  readonly role: RoleColumn;
  /** Null for one from the command line. */
  readonly invited_by: string | null;
  readonly created: string;
  readonly is_open: boolean;
};

export function listInvitations(db: Queryable, account: AccountId): Promise<readonly InvitationRow[]> {
  return db.query<InvitationRow>({
    name: "list invitations",
    text: `
      select i.id, i.email, i.role, p.name as invited_by, i.created, i.expires_at > clock_timestamp() as is_open
      from team_invitations i left join sellers p on p.id = i.invited_by
      where i.account_id = $1 order by i.created, i.id limit 500`,
    values: [account],
  });
}

/** What an invitation calls an account: a name of its owner's choosing only once somebody looked at who that is. */
const CHECKED_NAME = "case when a.verification_status = 'VERIFIED' then a.trading_name end as trading_name";

export type Invited = "invited" | "member_already" | "too_many" | "account_unknown";

/**
 * Invites an address, in the place of an earlier invitation that it may have, and writes the mail with the link.
 */
export async function insertInvitation(
  db: Queryable,
  invitation: { account: AccountId; id: string; email: string; role: RoleColumn; actor: Actor },
): Promise<Invited> {
  const [row] = await db.query<{ account: boolean; member: boolean; placed: boolean }>({
    name: "insert invitation",
    text: `
      with account as (
        select a.id, a.seller_code, ${CHECKED_NAME} from accounts a where a.id = $1
      ),
      member as (
        select 1 from team_members m join sellers p on p.id = m.seller_id where m.account_id = $1 and p.email = $3
      ),
      inviter as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'inviter', $5::uuid::text, clock_timestamp() + interval '1 day', 1 from account
        where $5::uuid is not null and not exists (select 1 from member)
        ${takePlace(INVITATIONS_PER_DAY)}
      ),
      allowed as (select 1 from inviter union all select 1 where $5::uuid is null),
      placed as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'invitation', id::text, clock_timestamp() + interval '1 day', 1 from account cross join allowed
        where not exists (select 1 from member)
        ${takePlace(INVITATIONS_PER_DAY)}
      ),
      kept as (
        insert into team_invitations as i (account_id, id, email, role, invited_by, created, expires_at)
        select $1, $2, $3, $4, $5::uuid, service_now(), clock_timestamp() + interval '${INVITATION_DAYS} days' from placed
        on conflict (account_id, email) do update set id = excluded.id, role = excluded.role,
          invited_by = excluded.invited_by, created = excluded.created, expires_at = excluded.expires_at
        returning i.account_id, i.id, i.email, i.role
      ),${accessNoted({ kind: "member_invited", from: "kept", account: "kept.account_id", subject: "kept.email || ' as ' || kept.role", actor: "$6" })},
      told as (
        insert into mails (recipient, template, params, created)
        select $3, 'team_invitation', jsonb_build_object('seller_code', a.seller_code, 'invitation', kept.id,
          'trading_name', a.trading_name, 'role', $4::text, 'invited_by', inviter.email,
          'days', ${INVITATION_DAYS}, 'locale', coalesce((select locale from sellers where email = $3), inviter.locale)), service_now()
        from kept cross join account a left join sellers inviter on inviter.id = $5::uuid
      )
      select exists (select 1 from account) as account, exists (select 1 from member) as member,
        exists (select 1 from kept) as placed`,
    values: [
      invitation.account,
      invitation.id,
      invitation.email,
      invitation.role,
      invitation.actor.sellerId,
      actorJson(invitation.actor),
    ],
  });
  if (row?.account !== true) return "account_unknown";
  if (row.member) return "member_already";
  return row.placed ? "invited" : "too_many";
}

/** An invitation of an account, open or not; null when there is none such. */
export async function findInvitation(db: Queryable, account: AccountId, id: string): Promise<InvitationRow | null> {
  const rows = await db.query<InvitationRow>({
    name: "find invitation",
    text: `
      select i.id, i.email, i.role, null as invited_by, i.created, i.expires_at > clock_timestamp() as is_open
      from team_invitations i where i.account_id = $1 and i.id = $2`,
    values: [account, id],
  });
  return rows[0] ?? null;
}

/** False when there is none such. */
export async function deleteInvitation(
  db: Queryable,
  { account, id }: { readonly account: AccountId; readonly id: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "delete invitation",
    text: `
      with deleted as (
        delete from team_invitations where account_id = $1 and id = $2 returning account_id, email
      ),${accessNoted({ kind: "invitation_revoked", from: "deleted", account: "deleted.account_id", subject: "deleted.email", actor: "$3" })}
      select 1 from deleted`,
    values: [account, id, actorJson(actor)],
  });
  return rows.length === 1;
}

export type OpenInvitationRow = {
  readonly id: string;
  readonly account_id: AccountId;
  readonly email: string;
  readonly role: RoleColumn;
  /** An address; null for one from the command line. */
  readonly invited_by: string | null;
  readonly seller_code: string;
  /** Null unless the account is verified. */
  readonly trading_name: string | null;
};

const OPEN_INVITATIONS = `
      select i.id, i.account_id, i.email, i.role, p.email as invited_by, a.seller_code, ${CHECKED_NAME}
      from team_invitations i join accounts a on a.id = i.account_id left join sellers p on p.id = i.invited_by
      where i.expires_at > clock_timestamp()`;

/** An invitation that its link still opens. */
export async function findOpenInvitation(
  db: Queryable,
  sellerCode: string,
  id: string,
): Promise<OpenInvitationRow | null> {
  const rows = await db.query<OpenInvitationRow>({
    name: "find open invitation",
    text: `${OPEN_INVITATIONS} and a.seller_code = $1 and i.id = $2`,
    values: [sellerCode, id],
  });
  return rows[0] ?? null;
}

/** Open invitations for an address, over all accounts. */
export function listInvitationsFor(db: Queryable, email: string): Promise<readonly OpenInvitationRow[]> {
  return db.query<OpenInvitationRow>({
    name: "list invitations for",
    text: `${OPEN_INVITATIONS} and i.email = $1 order by i.created, i.id limit 50`,
    values: [email],
  });
}

/** Uses up an invitation for the person with its address. False when it is not open, or for somebody else. */
export async function acceptInvitation(
  db: Queryable,
  { sellerCode, id }: { sellerCode: string; id: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "accept invitation",
    text: `
      with used as (
        delete from team_invitations i using accounts a, sellers p
        where a.seller_code = $1 and i.account_id = a.id and i.id = $2 and p.id = $3 and i.email = p.email
          and i.expires_at > clock_timestamp()
        returning i.account_id, i.role, i.email
      ),
      joined as (
        insert into team_members (account_id, seller_id, role, created)
        select account_id, $3, role, service_now() from used
        on conflict (account_id, seller_id) do nothing
      ),${accessChanged({ kind: "member_joined", from: "used", account: "used.account_id", subject: "used.email || ' as ' || used.role", actor: "$4" })}
      select 1 from used`,
    values: [sellerCode, id, actor.sellerId, actorJson(actor)],
  });
  return rows.length === 1;
}

export type Changed = "changed" | "unknown" | "last_owner";

/** What became of a statement that may take an owner away. */
async function unlessLastOwner(write: Promise<readonly unknown[]>): Promise<Changed> {
  try {
    return (await write).length === 1 ? "changed" : "unknown";
  } catch (error) {
    if (sqlState(error) === "23514" && (error as { constraint?: unknown }).constraint === "team_members_owner")
      return "last_owner";
    throw error;
  }
}

export const changeRole = (
  db: Queryable,
  { account, sellerId, role }: { account: AccountId; sellerId: string; role: RoleColumn },
  actor: Actor,
): Promise<Changed> =>
  unlessLastOwner(
    db.query({
      name: "change role",
      text: `
        with changed as (
          update team_members m set role = $3 from sellers s
          where m.account_id = $1 and m.seller_id = $2 and s.id = m.seller_id returning m.account_id, m.role, s.email
        ),${accessChanged({ kind: "role_changed", from: "changed", account: "changed.account_id", subject: "changed.email || ' is ' || changed.role", actor: "$4" })}
        select 1 from changed`,
      values: [account, sellerId, role, actorJson(actor)],
    }),
  );

export const removeMember = (
  db: Queryable,
  { account, sellerId }: { account: AccountId; sellerId: string },
  actor: Actor,
): Promise<Changed> =>
  unlessLastOwner(
    db.query({
      name: "remove member",
      text: `
        with removed as (
          delete from team_members m using sellers s
          where m.account_id = $1 and m.seller_id = $2 and s.id = m.seller_id returning m.account_id, s.email
        ),${accessNoted({ kind: "member_removed", from: "removed", account: "removed.account_id", subject: "removed.email", actor: "$3" })}
        select 1 from removed`,
      values: [account, sellerId, actorJson(actor)],
    }),
  );

/** Text of SQL: takes a place among the accounts that a person may open in a day. */
export const takeAccountPlace = (seller: string): string => `
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        values ('account', ${seller}::text, clock_timestamp() + interval '1 day', 1)
        ${takePlace(ACCOUNTS_PER_DAY)}`;

export type NewAccount = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly apiVersion: string;
  readonly sellerId: string;
};

/** Parts of a `with`: the account of `owner` (id, email, trading_name), with what numbers its events. The others are parameters. */
export const ownedAccount = ({
  id,
  sellerCode,
  apiVersion,
}: Readonly<Record<"id" | "sellerCode" | "apiVersion", string>>): string => `
      account as (
        insert into accounts
          (id, seller_code, trading_name, email, verification_status, api_version, created, opened_by)
        select ${id}, ${sellerCode}, trading_name, email, 'UNVERIFIED', ${apiVersion}, service_now(), id from owner
        returning id, seller_code, opened_by
      ),
      counter as (
        insert into event_counters (account_id) select id from account
      ),
      member as (
        insert into team_members (account_id, seller_id, role, created)
        select id, opened_by, 'owner', service_now() from account
      )`;

/** Text of SQL: an account and its owner, where there is a row of `placed`. */
export const openAccountSql = (placed: string): string => `
      with placed as (${placed}
      ),
      owner as (
        select p.id, p.email, $3::text as trading_name from placed cross join sellers p where p.id = $5::text::uuid
      ),${ownedAccount({ id: "$1", sellerCode: "$2", apiVersion: "$4" })}
      select 1 from account`;

export const accountValues = (opening: NewAccount): readonly unknown[] => [
  opening.account,
  opening.sellerCode,
  opening.tradingName,
  opening.apiVersion,
  opening.sellerId,
];

/** Opens another account, owned by the person who opens it. False when the person has opened too many today. */
export async function openAccountFor(db: Queryable, opening: NewAccount): Promise<boolean> {
  const rows = await db.query({
    name: "open account for seller",
    text: openAccountSql(takeAccountPlace("$5")),
    values: accountValues(opening),
  });
  return rows.length === 1;
}
