/** What operators see of an order beyond what its two sides see: how providers know its payments, and which mails went out about it. */
import type { PaymentMethod } from "@holdfast/contract";
import type { AccountId, EscrowId, PaymentId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { Presented } from "../../../domain/presented.js";
import type { PaymentFailure, PaymentStatus } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import { PRESENTED_AS_JSON, type PresentedRow, presentedFromRow } from "../../payment-rows.js";
import { toCents } from "../../rows.js";

export type DeskPayment = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly provider: string;
  /** Ours, which the provider knows it by. */
  readonly reference: string;
  /** What the provider calls it; none before it has answered. */
  readonly theirIds: readonly string[];
  readonly asked: Cents;
  readonly received: Cents;
  /** Both as the payer and the provider know them; null where that is USD. */
  readonly presented: Presented | null;
  /** Set exactly while FAILED. */
  readonly failure: PaymentFailure | null;
  readonly created: number;
};

type PaymentRow = Omit<DeskPayment, "asked" | "received" | "presented" | "created"> & {
  readonly asked: string;
  readonly received: string;
  readonly presented: PresentedRow | null;
  readonly created: string;
};

/** Oldest first. Leans on the index provider_objects_reference. */
export async function listDeskPayments(
  db: Queryable,
  { account, escrow }: { readonly account: AccountId; readonly escrow: EscrowId },
): Promise<readonly DeskPayment[]> {
  const rows = await db.query<PaymentRow>({
    name: "desk: list payments",
    text: `
      select p.id, p.method, p.status, p.provider, p.reference, p.asked, p.received, p.failure, p.created,
        ${PRESENTED_AS_JSON} as presented,
        array(
          select o.their_id from provider_objects o
          where o.reference = p.reference and o.provider = p.provider and o.their_id is not null order by o.kind
        ) as "theirIds"
      from payments p where p.account_id = $1 and p.escrow_id = $2 order by p.created, p.id`,
    values: [account, escrow],
  });
  return rows.map(({ asked, received, presented, created, ...row }) => ({
    ...row,
    presented: presented === null ? null : presentedFromRow(presented),
    asked: toCents(asked),
    received: toCents(received),
    created: Number(created),
  }));
}

/** A mail about an order as the outbox keeps it. */
export type OrderMail = {
  readonly recipient: string;
  readonly template: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly created: number;
  /** Null while it waits. */
  readonly sentAt: number | null;
  /** Why the last try came to nothing; null where none failed. */
  readonly error: string | null;
};

/** Of each recipient the newest so many mails are looked through: most are about other orders. */
const LOOKED_THROUGH = 500;
const MAILS_MAX = 100;

/** Newest first: to the buyer, and to those who belong to the account. Leans on the index mails_recipient. */
export async function listOrderMails(
  db: Queryable,
  {
    account,
    escrow,
    buyerEmail,
  }: { readonly account: AccountId; readonly escrow: EscrowId; readonly buyerEmail: string },
): Promise<readonly OrderMail[]> {
  type Row = Omit<OrderMail, "created" | "sentAt"> & { readonly created: string; readonly sent_at: string | null };
  const rows = await db.query<Row>({
    name: "desk: list mails of order",
    text: `
      with people as materialized (
        select lower($3::text) as address
        union select lower(p.email) from team_members m join sellers p on p.id = m.seller_id where m.account_id = $1
      )
      select mail.recipient, mail.template, mail.params, mail.created, mail.sent_at, mail.error
      from people cross join lateral (
        select * from mails where lower(recipient) = people.address order by id desc limit ${LOOKED_THROUGH}
      ) mail
      where mail.params ->> 'escrow' = $2::uuid::text
      order by mail.id desc limit ${MAILS_MAX}`,
    values: [account, escrow, buyerEmail],
  });
  return rows.map(({ created, sent_at, ...row }) => ({
    ...row,
    created: Number(created),
    sentAt: sent_at === null ? null : Number(sent_at),
  }));
}
