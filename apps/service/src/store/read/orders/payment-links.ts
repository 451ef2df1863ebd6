/** Payment links that many buyers can use: as strangers find them, and as their seller lists them. */
import type { VerificationStatus } from "@holdfast/contract";
import type { FeeSchedule } from "../../../domain/fees.js";
import type { AccountId, PaymentLinkId, SessionId } from "../../../domain/ids.js";
import type { Terms } from "../../../domain/model.js";
import { type LinkStanding, standingOfLink } from "../../../domain/payment-links.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow, toNumber } from "../../rows.js";
import { BRAND_COLUMNS, type Brand, type BrandRow, brandFromRow } from "../brand.js";
import { NOW } from "../clock.js";
import { type DayRange, daysFilter, type List, listOf } from "../page.js";

export type PaymentLink = {
  readonly account: AccountId;
  readonly id: PaymentLinkId;
  /** What the public address ends with. */
  readonly code: string;
  /** What is offered: a body of the API's creation, as JSON. */
  readonly content: string;
  /** Null for any number. */
  readonly ordersMax: number | null;
  /** Null for never. */
  readonly expiresAt: number | null;
  /** Sessions that were opened through it. */
  readonly opened: number;
  /** Orders that it became and that were not given up unpaid; of a link with a count, sessions that may become one too. */
  readonly taken: number;
  readonly standing: LinkStanding;
  readonly created: number;
};

type Row = {
  account_id: AccountId;
  id: PaymentLinkId;
  code: string;
  content: string;
  orders_max: number | null;
  expires_at: string | null;
  switched_off_at: string | null;
  opened: string;
  taken: string;
  created: string;
  now: string;
};

const COLUMNS = `l.account_id, l.id, l.code, l.content, l.orders_max, l.expires_at, l.switched_off_at, l.opened, l.created,
  ${NOW} as now, (
    select count(*) from payment_link_places p
    where p.account_id = l.account_id and p.link_id = l.id and not is_link_place_free(p.account_id, p.session_id, p.held_until)
      and (l.orders_max is not null or exists (
        select 1 from checkout_sessions s
        where s.account_id = p.account_id and s.id = p.session_id and s.status = 'COMPLETED'))
  ) as taken`;

function linkFromRow(row: Row): PaymentLink {
  const link = {
    ordersMax: row.orders_max,
    expiresAt: toNumber(row.expires_at),
    taken: Number(row.taken),
  };
  return {
    ...link,
    account: row.account_id,
    id: row.id,
    code: row.code,
    content: row.content,
    opened: Number(row.opened),
    created: Number(row.created),
    standing: standingOfLink({ ...link, isOff: row.switched_off_at !== null, now: Number(row.now) }),
  };
}

/** Newest first, of some days or all; a position is the id of a link. */
export const listPaymentLinks = (
  db: CurrentReads,
  account: AccountId,
  days: DayRange,
): List<PaymentLink & { readonly position: string }> =>
  listOf<Row, PaymentLink & { readonly position: string }>(
    db,
    {
      name: "payment links",
      select: COLUMNS,
      from: "payment_links l",
      key: "l.id",
      keyType: "uuid",
      filters: [{ sql: "l.account_id = $", value: account }, ...daysFilter("l.created", days)],
    },
    (row) => ({ ...linkFromRow(row), position: row.id }),
  );

/** Null for what is not the account's. */
export async function findPaymentLink(
  db: Queryable,
  account: AccountId,
  id: PaymentLinkId,
): Promise<PaymentLink | null> {
  const [row] = await db.query<Row>({
    name: "find payment link",
    text: `select ${COLUMNS} from payment_links l where l.account_id = $1 and l.id = $2`,
    values: [account, id],
  });
  return row === undefined ? null : linkFromRow(row);
}

/** The newest orders that a link became, at most ten. */
export async function listLinkSessions(
  db: Queryable,
  account: AccountId,
  id: PaymentLinkId,
): Promise<readonly SessionId[]> {
  const rows = await db.query<{ id: SessionId }>({
    name: "list link sessions",
    text: `
      select s.id from payment_link_places p
      join checkout_sessions s on s.account_id = p.account_id and s.id = p.session_id and s.status = 'COMPLETED'
      where p.account_id = $1 and p.link_id = $2 order by p.session_id desc limit 10`,
    values: [account, id],
  });
  return rows.map((row) => row.id);
}

/** A link as the page behind its address shows it to anyone, with what a session of it would be made of. */
export type HostedLink = {
  readonly link: PaymentLink;
  readonly merchant: {
    readonly sellerCode: string;
    readonly tradingName: string;
    readonly isVerified: boolean;
    /** False for one that is suspended or REJECTED. */
    readonly takesPayments: boolean;
    readonly brand: Brand;
  };
  /** The account's own; null where the deployment's hold. */
  readonly fees: FeeSchedule | null;
  readonly terms: Terms;
  readonly now: number;
};

/** Null unless the link is that seller's: it is found by both codes of its address or not at all. */
export async function findHostedLink(db: Queryable, sellerCode: string, code: string): Promise<HostedLink | null> {
  const [row] = await db.query<
    Row &
      FeesRow &
      BrandRow & {
        seller_code: string;
        trading_name: string;
        verification_status: VerificationStatus;
        suspended: boolean;
        review_window_seconds: number | null;
        delivery_deadline_seconds: number | null;
      }
  >({
    name: "find hosted link",
    text: `
      select ${COLUMNS}, ${FEE_COLUMNS}, ${BRAND_COLUMNS}, a.seller_code, a.trading_name, a.verification_status, a.suspended,
        a.review_window_seconds, a.delivery_deadline_seconds
      from accounts a join payment_links l on l.account_id = a.id
      where a.seller_code = $1 and not a.moving and l.code = $2`,
    values: [sellerCode, code],
  });
  if (row === undefined) return null;
  return {
    link: linkFromRow(row),
    merchant: {
      sellerCode: row.seller_code,
      tradingName: row.trading_name,
      isVerified: row.verification_status === "VERIFIED",
      takesPayments: !row.suspended && row.verification_status !== "REJECTED",
      brand: brandFromRow(row),
    },
    fees: feesFromRow(row),
    terms: { reviewWindowSeconds: row.review_window_seconds, deliveryDeadlineSeconds: row.delivery_deadline_seconds },
    now: Number(row.now),
  };
}
