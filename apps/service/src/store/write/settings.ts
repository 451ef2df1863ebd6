/** Statements that change the settings of an account. Each is one statement, and names the account. */
import type { AccountId, DocumentId } from "../../domain/ids.js";
import type { Logo } from "../../domain/logo.js";
import type { Terms } from "../../domain/model.js";
import type { NotificationKind } from "../../domain/notifications.js";
import type { Actor } from "../../domain/security.js";
import { DOCUMENTS_NEEDED, type DocumentKind, type Profile, type SetupBy } from "../../domain/settings.js";
import type { Queryable } from "../../platform/database.js";
import { accessChanged, actorJson } from "../security-events.js";

/** What was verified, or is being looked at, stays as it is; an account that was verified without it may add it. */
const FIXED = "verification_status in ('PENDING', 'VERIFIED')";

export async function updateProfile(db: Queryable, account: AccountId, profile: Profile): Promise<void> {
  await db.query({
    name: "update profile",
    text: `
      update accounts set
        legal_name = case when ${FIXED} and legal_name <> '' then legal_name else $2 end,
        country = case when ${FIXED} and country <> '' then country else $3 end,
        address = case when ${FIXED} and address <> '' then address else $4 end,
        phone = $5, website = $6, support_email = $7, tax_id = $8
      where id = $1`,
    values: [
      account,
      profile.legalName,
      profile.country,
      profile.address,
      profile.phone,
      profile.website,
      profile.supportEmail,
      profile.taxId,
    ],
  });
}

export async function updateTerms(db: Queryable, account: AccountId, terms: Terms): Promise<void> {
  await db.query({
    name: "update terms",
    text: `
      update accounts set review_window_seconds = $2, delivery_deadline_seconds = $3, terms_chosen = true where id = $1`,
    values: [account, terms.reviewWindowSeconds, terms.deliveryDeadlineSeconds],
  });
}

/** Keeps who sets the account up; the checklist is shown then. */
export async function updateSetupBy(db: Queryable, account: AccountId, by: SetupBy): Promise<void> {
  await db.query({
    name: "update setup",
    text: "update accounts set setup_by = $2, setup_hidden = false where id = $1",
    values: [account, by],
  });
}

/** For everybody in the account's team. */
export async function updateSetupHidden(db: Queryable, account: AccountId, isHidden: boolean): Promise<void> {
  await db.query({
    name: "update setup hidden",
    text: "update accounts set setup_hidden = $2 where id = $1",
    values: [account, isHidden],
  });
}

export async function updateBrand(
  db: Queryable,
  account: AccountId,
  { name, colour }: { readonly name: string; readonly colour: string | null },
): Promise<void> {
  await db.query({
    name: "update brand",
    text: "update accounts set brand_name = $2, brand_colour = $3 where id = $1",
    values: [account, name, colour],
  });
}

/** @param logo null takes it away. */
export async function updateLogo(
  db: Queryable,
  account: AccountId,
  logo: (Logo & { readonly hash: string }) | null,
): Promise<void> {
  await db.query({
    name: "update logo",
    text: `
      update accounts set logo = $2, logo_type = $3, logo_hash = $4, logo_width = $5, logo_height = $6 where id = $1`,
    values:
      logo === null
        ? [account, null, null, null, null, null]
        : [account, bytesOf(logo.content), logo.type, logo.hash, logo.width, logo.height],
  });
}

/** Who may frame the checkout is access to it: the owners are told of what changed. */
export async function updateFrameOrigins(
  db: Queryable,
  account: AccountId,
  { origins, actor }: { readonly origins: readonly string[]; readonly actor: Actor },
): Promise<void> {
  await db.query({
    name: "update frame origins",
    text: `
      with changed as (
        update accounts set frame_origins = $2::text[] where id = $1 and frame_origins <> $2::text[]
        returning id, array_to_string(frame_origins, ', ') as named
      ),${accessChanged({ kind: "frame_origins_changed", from: "changed", account: "changed.id", subject: "changed.named", actor: "$3" })}
      select 1 from changed`,
    values: [account, origins, actorJson(actor)],
  });
}

/** Nothing happens while the account is being verified. Of two names that are long the log keeps the beginning. */
export async function updateTradingName(
  db: Queryable,
  account: AccountId,
  { tradingName, actor }: { readonly tradingName: string; readonly actor: Actor },
): Promise<void> {
  await db.query({
    name: "update trading name",
    text: `
      with before as (
        select id, trading_name from accounts
        where id = $1 and trading_name <> $2 and verification_status <> 'PENDING' for update
      ),
      changed as (
        update accounts a set trading_name = $2 from before where a.id = before.id
        returning a.id, left(before.trading_name, 140) || ' → ' || left(a.trading_name, 140) as named
      ),${accessChanged({ kind: "trading_name_changed", from: "changed", account: "changed.id", subject: "changed.named", actor: "$3" })}
      select 1 from changed`,
    values: [account, tradingName, actorJson(actor)],
  });
}

/** The driver sends a Buffer as it is, and any other array of bytes as text. */
const bytesOf = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/** Remembers the choice of a member about every kind; does nothing for people who are not members. */
export async function upsertNotificationSettings(
  db: Queryable,
  { account, seller }: { readonly account: AccountId; readonly seller: string },
  choices: readonly { readonly kind: NotificationKind; readonly enabled: boolean }[],
): Promise<void> {
  await db.query({
    name: "upsert notification settings",
    text: `
      insert into notification_settings (account_id, seller_id, kind, enabled)
      select m.account_id, m.seller_id, given.kind, given.enabled
      from team_members m cross join unnest($3::text[], $4::boolean[]) as given (kind, enabled)
      where m.account_id = $1 and m.seller_id = $2
      on conflict (account_id, seller_id, kind) do update set enabled = excluded.enabled`,
    values: [account, seller, choices.map(({ kind }) => kind), choices.map(({ enabled }) => enabled)],
  });
}

export type NewDocument = {
  readonly id: DocumentId;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
};

/** The number of the submission that is being put together. */
const NEXT = `(select coalesce(max(number), 0) + 1 from verification_submissions where account_id = $1)`;

/**
 * Adds a document to the submission that is being put together. False when the account is not one that hands in documents
 * now. @throws a violation of verification_documents_ten when there are enough.
 */
export async function insertDocument(db: Queryable, account: AccountId, document: NewDocument): Promise<boolean> {
  const rows = await db.query({
    name: "insert verification document",
    text: `
      insert into verification_documents (account_id, id, submission, kind, name, type, content, created)
      select a.id, $2::uuid, ${NEXT}, $3::text, $4::text, $5::text, $6::bytea, service_now()
      from accounts a where a.id = $1 and a.verification_status in ('UNVERIFIED', 'REJECTED')
      returning id`,
    values: [account, document.id, document.kind, document.name, document.type, bytesOf(document.content)],
  });
  return rows.length === 1;
}

/** False when there is no such document, or it was submitted. */
export async function deleteDocument(db: Queryable, account: AccountId, id: DocumentId): Promise<boolean> {
  const rows = await db.query({
    name: "delete verification document",
    text: `delete from verification_documents where account_id = $1 and id = $2 and submission = ${NEXT} returning id`,
    values: [account, id],
  });
  return rows.length === 1;
}

/**
 * Submits what was put together: the account is PENDING from now on. False when profile or documents are not complete, or
 * the account is not one that submits now. The account's lock makes of two submissions at once one.
 */
export async function insertSubmission(
  db: Queryable,
  account: AccountId,
  { id, seller }: { readonly id: string; readonly seller: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "insert verification submission",
    text: `
      with subject as (
        select a.id from accounts a
        where a.id = $1 and a.verification_status in ('UNVERIFIED', 'REJECTED') and not a.suspended
          and a.legal_name <> '' and a.country <> '' and a.address <> ''
          and not exists (
            select 1 from unnest($4::text[]) as needed (kind)
            where not exists (select 1 from verification_documents d where d.account_id = $1 and d.kind = needed.kind))
        for no key update of a
      ),
      opened as (
        insert into verification_submissions (account_id, id, number, submitted_by, created)
        select subject.id, $2, ${NEXT}, $3, service_now() from subject
        returning account_id
      )
      update accounts a set verification_status = 'PENDING', verification_reason = ''
      from opened where a.id = opened.account_id returning a.id`,
    values: [account, id, seller, DOCUMENTS_NEEDED],
  });
  return rows.length === 1;
}
