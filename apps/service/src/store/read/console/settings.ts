/** The settings of an account, and which mails a member of it wants. */
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../../../domain/ids.js";
import type { Terms } from "../../../domain/model.js";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../../domain/notifications.js";
import type { Profile } from "../../../domain/settings.js";
import type { Queryable } from "../../../platform/database.js";
import { BRAND_COLUMNS, type Brand, type BrandRow, brandFromRow } from "../brand.js";
import { PROFILE_COLUMNS, type ProfileRow, profileFromRow } from "../profile.js";

export type Settings = {
  readonly tradingName: string;
  /** What support finds the account by; mails about it go there while it has no members. */
  readonly email: string;
  /** The address that was asked for, until the link that was sent there is opened or has run out. */
  readonly emailNext: string | null;
  readonly verificationStatus: VerificationStatus;
  /** Why the last submission was refused; or "". */
  readonly verificationReason: string;
  readonly profile: Profile;
  readonly terms: Terms;
  readonly brand: Brand;
  /** The pages that may show the checkout inside of them. */
  readonly frameOrigins: readonly string[];
};

type Row = BrandRow &
  ProfileRow & {
    readonly trading_name: string;
    readonly email: string;
    readonly email_next: string | null;
    readonly verification_status: VerificationStatus;
    readonly verification_reason: string;
    readonly review_window_seconds: number | null;
    readonly delivery_deadline_seconds: number | null;
    readonly frame_origins: readonly string[];
  };

/** @throws Error for an unknown account: callers have checked that the seller belongs to it. */
export async function loadSettings(db: Queryable, account: AccountId): Promise<Settings> {
  const [row] = await db.query<Row>({
    name: "load settings",
    text: `
      select a.trading_name, a.email, case when a.email_next_until > clock_timestamp() then a.email_next end as email_next,
        a.verification_status, a.verification_reason, a.review_window_seconds,
        a.delivery_deadline_seconds, a.frame_origins, ${PROFILE_COLUMNS}, ${BRAND_COLUMNS}
      from accounts a where a.id = $1`,
    values: [account],
  });
  if (row === undefined) throw new Error("there is no such account");
  return {
    tradingName: row.trading_name,
    email: row.email,
    emailNext: row.email_next,
    verificationStatus: row.verification_status,
    verificationReason: row.verification_reason,
    profile: profileFromRow(row),
    terms: {
      reviewWindowSeconds: row.review_window_seconds,
      deliveryDeadlineSeconds: row.delivery_deadline_seconds,
    },
    brand: brandFromRow(row),
    frameOrigins: row.frame_origins,
  };
}

/** The kinds of mails that a member gets, by choice or by role. */
export async function listWantedMails(
  db: Queryable,
  { account, seller }: { readonly account: AccountId; readonly seller: string },
): Promise<ReadonlySet<NotificationKind>> {
  const rows = await db.query<{ kind: NotificationKind }>({
    name: "list wanted mails",
    text: `
      select kinds.kind
      from team_members m cross join unnest($3::text[]) as kinds (kind)
      left join notification_settings s on s.account_id = m.account_id and s.seller_id = m.seller_id and s.kind = kinds.kind
      where m.account_id = $1 and m.seller_id = $2 and coalesce(s.enabled, is_told_by_default(m.role, kinds.kind))`,
    values: [account, seller, NOTIFICATION_KINDS],
  });
  return new Set(rows.map(({ kind }) => kind));
}
