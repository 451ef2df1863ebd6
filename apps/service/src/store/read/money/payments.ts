/** Payments and refunds of an escrow, as pages show them, and how a provider's reference leads to its payment. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Money } from "../../../domain/currencies.js";
import type { AccountId, EscrowId, MilestoneId, PaymentId, PayoutId, RefundId } from "../../../domain/ids.js";
import type { Payment, PaymentInstructions, Refund } from "../../../domain/model.js";
import { add, type Cents, CURRENCY, subtract } from "../../../domain/money.js";
import type { Presented } from "../../../domain/presented.js";
import type { AskedRefund } from "../../../domain/refunds.js";
import type { PaymentFailure, PaymentStatus, RefundStatus } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import { abroadFrom, type CurrencySum } from "../../abroad.js";
import { PRESENTED_AS_JSON, type PresentedRow, presentedFromRow } from "../../payment-rows.js";
import { toCents, toNumber } from "../../rows.js";

export type PaymentView = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly asked: Cents;
  readonly received: Cents;
  /** What was asked for, and came, in the payer's currency; null where that is USD. */
  readonly presented: Presented | null;
  readonly created: number;
  /** When its money was booked; null until then. */
  readonly receivedAt: number | null;
  /** Set exactly while FAILED. */
  readonly failure: PaymentFailure | null;
  /** Null until the provider has answered; a payment that waits gets them within a moment. */
  readonly instructions: PaymentInstructions | null;
};

export type RefundView = {
  readonly id: RefundId;
  readonly amount: Cents;
  /** Of it: what waits for the payer's bank to decide, and what that bank took for good, so that nobody sends it. */
  readonly held: Cents;
  readonly taken: Cents;
  /** All of it in the payer's currency, where all of it goes back in one that is not USD; null otherwise. */
  readonly presented: Money | null;
  /** All of it as the payer gets it, an amount for each currency, where any is not USD; null otherwise. */
  readonly back: readonly Money[] | null;
  readonly reason: Refund["reason"];
  readonly status: RefundStatus;
  readonly created: number;
  /** Null for what went back by itself. */
  readonly asked: AskedView | null;
};

/** Of a refund that somebody asked for. */
type AskedView = {
  /** As everybody knows it. */
  readonly number: string;
  readonly actor: AskedRefund["actor"];
  readonly milestone: MilestoneId | null;
  readonly externalReference: string;
  /** What of it are fees, what came out of the seller's wallet, and what the seller owed for it. */
  readonly fees: Cents;
  readonly wallet: Cents;
  readonly owed: Cents;
};

type PaymentRow = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly asked: string;
  readonly received: string;
  readonly presented: PresentedRow | null;
  readonly created: string;
  readonly received_at: string | null;
  readonly failure: PaymentFailure | null;
  readonly instructions: (Omit<PaymentInstructions, "amount"> & { readonly amount?: string }) | null;
};

/** Oldest first. */
export async function listPayments(
  db: Queryable,
  account: AccountId,
  escrow: EscrowId,
): Promise<readonly PaymentView[]> {
  const rows = await db.query<PaymentRow>({
    name: "list payments",
    text: `
      select id, method, status, asked, received, ${PRESENTED_AS_JSON} as presented, created, failure, instructions, (
        select min(t.created) from ledger_transfers t
        where t.account_id = p.account_id and t.payment_id = p.id and t.kind in ('payment', 'excess')) as received_at
      from payments p
      where account_id = $1 and escrow_id = $2 order by created, id`,
    values: [account, escrow],
  });
  return rows.map(({ asked, received, presented, created, received_at, instructions, ...row }) => ({
    ...row,
    presented: presented === null ? null : presentedFromRow(presented),
    asked: toCents(asked),
    received: toCents(received),
    created: Number(created),
    receivedAt: toNumber(received_at),
    instructions: instructions === null ? null : instructionsFrom(instructions),
  }));
}

const instructionsFrom = (stored: NonNullable<PaymentRow["instructions"]>): PaymentInstructions =>
  (stored.amount === undefined ? stored : { ...stored, amount: toCents(stored.amount) }) as PaymentInstructions;

/** What the payer was asked for, as they know it. */
export const askedOf = ({ asked, presented }: Pick<PaymentView, "asked" | "presented">): Money =>
  presented === null
    ? { amount: asked, currency: CURRENCY }
    : { amount: presented.asked, currency: presented.currency };

/** The same of what came. */
export const receivedOf = ({ received, presented }: Pick<PaymentView, "received" | "presented">): Money =>
  presented === null
    ? { amount: received, currency: CURRENCY }
    : { amount: presented.received, currency: presented.currency };

/** How a buyer pays: the method that brought money last, and the phone that did; null and "" where none has. */
export type KnownWay = { readonly method: PaymentMethod | null; readonly phone: string };

/** Orders of a buyer that are looked through, the newest first. */
const ORDERS_LOOKED_THROUGH = 20;

/** Of all sellers: it is the buyer's own. Leans on the index escrows_buyer. @param email in lower case. */
export async function findKnownWay(db: Queryable, email: string): Promise<KnownWay> {
  const [row] = await db.query<{ method: PaymentMethod | null; phone: string | null }>({
    name: "find known way to pay",
    text: `
      with recent as (
        select account_id, id from escrows where lower(buyer_email collate "C") = $1 order by id desc limit ${ORDERS_LOOKED_THROUGH}
      ),
      paid as (
        select p.method, p.phone, p.created, p.id from recent e
        join payments p on p.account_id = e.account_id and p.escrow_id = e.id
        where p.status = 'SUCCEEDED'
      )
      select
        (select method from paid order by created desc, id desc limit 1) as method,
        (select phone from paid where phone is not null order by created desc, id desc limit 1) as phone`,
    values: [email],
  });
  return { method: row?.method ?? null, phone: row?.phone ?? "" };
}

/** Oldest first. */
export async function listRefunds(db: Queryable, account: AccountId, escrow: EscrowId): Promise<readonly RefundView[]> {
  type Exact = "amount" | "held" | "taken" | "created";
  type Abroad = { readonly back: readonly CurrencySum[] | null };
  type Shown = Record<keyof AskedView, string> & { readonly milestone: MilestoneId | null } & Pick<AskedView, "actor">;
  type Row = Omit<RefundView, Exact | "asked" | "presented" | "back"> & {
    readonly [Name in Exact]: string;
  } & Abroad & {
      readonly asked: Shown | null;
    };
  const rows = await db.query<Row>({
    name: "list refunds",
    text: `
      select r.id, r.amount, r.reason, r.status, r.created, coalesce(part.held, 0) as held, coalesce(part.taken, 0) as taken,
        part.back,
        case when r.number is not null then json_build_object('number', r.number, 'actor', r.actor, 'milestone', r.milestone_id,
          'externalReference', r.external_reference, 'fees', (r.fees + r.fees_earned)::text,
          'wallet', (r.released - r.owed)::text, 'owed', r.owed::text) end as asked
      from refunds r
      left join lateral (
        select sum(held) as held, sum(taken) as taken, json_agg(json_build_array(currency, back::text) order by currency) as back
        from (
          select coalesce(paid.presented_currency, $3) as currency, sum(coalesce(p.presented, p.amount)) as back,
            sum(p.amount - p.kept) filter (where p.status = 'HELD') as held,
            sum(p.charged_back) filter (where p.status <> 'HELD') as taken
          from refund_parts p
          join payments paid on paid.account_id = p.account_id and paid.escrow_id = p.escrow_id and paid.id = p.payment_id
          where p.account_id = r.account_id and p.escrow_id = r.escrow_id and p.refund_id = r.id
          group by 1
        ) each
      ) part on true
      where r.account_id = $1 and r.escrow_id = $2 order by r.created, r.id`,
    values: [account, escrow, CURRENCY],
  });
  return rows.map(({ amount, held, taken, created, asked, back, ...row }) => ({
    ...row,
    ...backFrom(back),
    asked:
      asked === null
        ? null
        : { ...asked, fees: toCents(asked.fees), wallet: toCents(asked.wallet), owed: toCents(asked.owed) },
    amount: toCents(amount),
    held: toCents(held),
    taken: toCents(taken),
    created: Number(created),
  }));
}

function backFrom(rows: readonly CurrencySum[] | null): Pick<RefundView, "presented" | "back"> {
  const back = abroadFrom(rows);
  return { presented: back?.length === 1 ? (back[0] ?? null) : null, back };
}

/** What of a refund is with the payer, or on its way there. */
export const goingBack = ({ amount, held, taken }: Pick<RefundView, "amount" | "held" | "taken">): Cents =>
  subtract(amount, add(held, taken));

/** Where the payment with a reference of ours is. */
export type Located = OrderedPayment & {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly payment: PaymentId;
};

/** A payment as it was asked for. */
export type OrderedPayment = Pick<Payment, "method" | "asked" | "presented">;

type LocatedRow = Omit<Located, "asked" | "presented"> & {
  readonly asked: string;
  readonly presented: PresentedRow | null;
};

const LOCATED = `p.account_id as account, p.escrow_id as escrow, p.id as payment, p.method, p.asked, ${PRESENTED_AS_JSON} as presented`;

const locatedFrom = ({ asked, presented, ...row }: LocatedRow): Located => ({
  ...row,
  asked: toCents(asked),
  presented: presented === null ? null : presentedFromRow(presented),
});

/**
 * A provider knows nothing of accounts, so this and the two below are the look-ups of merchants' data without one; it leans on
 * the index payments_reference. Null for a reference that nobody has, or, as unlikely as it is with 60 random bits, two.
 */
export async function locatePayment(db: Queryable, provider: string, reference: string): Promise<Located | null> {
  const [row, ...others] = await db.query<LocatedRow>({
    name: "locate payment",
    text: `select ${LOCATED} from payments p where p.reference = $2 and p.provider = $1 limit 2`,
    values: [provider, reference],
  });
  return row === undefined || others.length > 0 ? null : locatedFrom(row);
}

/** Receipts of one order of which there can be told apart. */
const RECEIPTS_MAX = 20;

/**
 * The money that a bank disputes, where it was paid: of several receipts under one reference the one of that amount, and
 * otherwise the first. Null for none.
 */
export async function locateDisputed(
  db: Queryable,
  provider: string,
  { reference, amount }: { readonly reference: string; readonly amount: Cents },
): Promise<Located | null> {
  const [row] = await db.query<LocatedRow>({
    name: "locate disputed payment",
    text: `
      select ${LOCATED} from payments p
      where p.reference = any($2::text[]) and p.provider = $1 and p.status = 'SUCCEEDED'
      order by coalesce(p.presented_received, p.received) <> $3, array_position($2::text[], p.reference), p.account_id limit 1`,
    values: [
      provider,
      Array.from({ length: RECEIPTS_MAX }, (_, index) => (index === 0 ? reference : `${reference}.${index + 1}`)),
      amount,
    ],
  });
  return row === undefined ? null : locatedFrom(row);
}

/** `amount`: what is to be paid out under the reference, in `currency`. */
export type LocatedRefund = Pick<Located, "account" | "escrow" | "payment"> & Money & { readonly refund: RefundId };

/** Which part of a refund has this reference; leans on the index refund_parts_reference. Null for none. */
export async function locateRefund(db: Queryable, provider: string, reference: string): Promise<LocatedRefund | null> {
  if (!isUuid(reference)) return null;
  const rows = await db.query<Omit<LocatedRefund, "amount"> & { readonly amount: string }>({
    name: "locate refund",
    text: `
      select part.account_id as account, part.escrow_id as escrow, part.payment_id as payment, part.refund_id as refund,
        coalesce(p.presented_currency, $3) as currency,
        coalesce(part.presented - part.presented_charged_back - part.presented_kept, part.amount - part.charged_back - part.kept) as amount
      from refund_parts part
      join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
      where part.reference = $2::uuid and p.provider = $1 limit 2`,
    values: [provider, reference, CURRENCY],
  });
  return oneWithAmount(rows);
}

const oneWithAmount = <Row extends { readonly amount: string }>(
  rows: readonly Row[],
): (Omit<Row, "amount"> & { readonly amount: Cents }) | null => {
  const [row] = rows;
  return row === undefined || rows.length > 1 ? null : { ...row, amount: toCents(row.amount) };
};

export type LocatedPayout = Money & { readonly account: AccountId; readonly payout: PayoutId };

/** Leans on the index payouts_reference. Null for none. */
export async function locatePayout(db: Queryable, provider: string, reference: string): Promise<LocatedPayout | null> {
  if (!isUuid(reference)) return null;
  const rows = await db.query<Omit<LocatedPayout, "amount"> & { readonly amount: string }>({
    name: "locate payout",
    text: `
      select account_id as account, id as payout, coalesce(presented_currency, $3) as currency,
        coalesce(presented_amount, amount) as amount
      from payouts where reference = $2::uuid and provider = $1 limit 2`,
    values: [provider, reference, CURRENCY],
  });
  return oneWithAmount(rows);
}

/** As ours are; a provider may say anything. */
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A refund that is not paid out yet. Exact numbers stay text. */
export type OwedRefundRow = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly id: RefundId;
  readonly reference_code: string;
  readonly amount: string;
  /** As the payer gets it, by currency. */
  readonly back: readonly CurrencySum[] | null;
  readonly reason: Refund["reason"];
  readonly status: RefundStatus;
  readonly created: string;
  /** Of the part that was tried most often, and why its last try came to nothing. */
  readonly tries: number;
  readonly error: string | null;
};

/** What is still owed to payers in the whole deployment, the oldest first; leans on the index refunds_open. */
export const listOwedRefunds = (db: Queryable): Promise<readonly OwedRefundRow[]> =>
  db.query<OwedRefundRow>({
    name: "list owed refunds",
    text: `
      select r.account_id as account, r.escrow_id as escrow, r.id, e.reference_code, r.amount, r.reason, r.status, r.created,
        (select json_agg(json_build_array(currency, amount::text) order by currency) from (
          select coalesce(p.presented_currency, $1) as currency, sum(coalesce(part.presented, part.amount)) as amount
          from refund_parts part
          join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
          where part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id
          group by 1
        ) each) as back,
        coalesce(c.tries, 0) as tries, c.error
      from refunds r
      join escrows e on e.account_id = r.account_id and e.id = r.escrow_id
      left join lateral (
        select tries, error from provider_calls c
        where c.account_id = r.account_id and c.escrow_id = r.escrow_id and c.kind = 'refund' and c.refund_id = r.id
        order by tries desc limit 1
      ) c on true
      where r.status <> 'SUCCEEDED'
      order by r.created, r.id`,
    values: [CURRENCY],
  });
