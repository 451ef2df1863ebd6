/**
 * The books of rails of the operator's own: payments that are expected, money that came in, and money that is to be sent. What a
 * provider would keep, and be asked about.
 */
import type { Cents } from "../../domain/money.js";
import type { Payee } from "../../domain/payouts.js";
import { shortCode } from "../../domain/reference-key.js";
import type { Queryable } from "../../platform/database.js";
import { partOf, payeeJson } from "../rail-orders.js";
import { toCents } from "../rows.js";

export type ExpectedPayment = {
  readonly provider: string;
  readonly reference: string;
  /** The reference as any spelling of it reads. */
  readonly key: string;
  readonly amount: Cents;
  readonly currency: string;
};

/** Written once; asked again, it is there. */
export async function expectPayment(
  db: Queryable,
  { provider, reference, key, amount, currency }: ExpectedPayment,
): Promise<void> {
  await db.query({
    name: "expect rail payment",
    text: `
      insert into rail_payments (provider, reference, key, amount, currency, created)
      values ($1, $2, $3, $4, $5, service_now()) on conflict (provider, reference) do nothing`,
    values: [provider, reference, key, amount, currency],
  });
}

type OfRail = { readonly provider: string; readonly reference: string };

export async function isExpected(db: Queryable, { provider, reference }: OfRail): Promise<boolean> {
  const rows = await db.query({
    name: "is rail payment expected",
    text: "select 1 from rail_payments where provider = $1 and reference = $2",
    values: [provider, reference],
  });
  return rows.length === 1;
}

/** Nobody is asked to pay any more. Whether money has come already. */
export async function stopExpecting(
  db: Queryable,
  { provider, reference }: OfRail,
): Promise<{ readonly came: boolean }> {
  const rows = await db.query<{ came: boolean }>({
    name: "stop expecting rail payment",
    text: `
      update rail_payments p set closed_at = coalesce(closed_at, service_now())
      where provider = $1 and reference = $2
      returning exists (select 1 from rail_receipts r where r.provider = p.provider and r.reference = p.reference) as came`,
    values: [provider, reference],
  });
  return { came: rows[0]?.came === true };
}

/** Money that came in; `at` in Unix seconds. */
export type Receipt = {
  readonly receipt: number;
  readonly amount: Cents;
  readonly currency: string;
  readonly at: number;
};

/** In the order in which they were booked. */
export async function listReceipts(db: Queryable, { provider, reference }: OfRail): Promise<readonly Receipt[]> {
  const rows = await db.query<{ receipt: number; amount: string; currency: string; at: string }>({
    name: "list rail receipts",
    text: `
      select receipt, amount, currency, day::bigint * 86400 as at from rail_receipts
      where provider = $1 and reference = $2 order by receipt`,
    values: [provider, reference],
  });
  return rows.map(({ amount, at, ...row }) => ({ ...row, amount: toCents(amount), at: Number(at) }));
}

/** Written once; asked again, it is there. False for more than came in by its payment, less all that goes back of it: a trigger counts. */
export async function addRefund(
  db: Queryable,
  {
    provider,
    reference,
    payment,
    amount,
    currency,
  }: OfRail & {
    /** The payment that goes back, by its own reference. */
    readonly payment: string;
    readonly amount: Cents;
    readonly currency: string;
  },
): Promise<boolean> {
  await db.query({
    name: "add rail refund",
    text: `
      insert into rail_outgoing (provider, kind, reference, payment, amount, currency, code, created)
      select $1, 'refund', $2, $3, $4, $5, $6, service_now()
      where not exists (select 1 from rail_outgoing where provider = $1 and kind = 'refund' and reference = $2)
      on conflict (provider, kind, reference) do nothing`,
    values: [provider, reference, payment, amount, currency, shortCode("HP", reference)],
  });
  return (await findOutgoing(db, { provider, kind: "refund", reference })) !== null;
}

/** Written once; asked again, it is there. It waits for its batch. */
export async function addPayout(
  db: Queryable,
  {
    provider,
    reference,
    amount,
    currency,
    payee,
  }: OfRail & { readonly amount: Cents; readonly currency: string; readonly payee: Payee },
): Promise<void> {
  await db.query({
    name: "add rail payout",
    text: `
      insert into rail_outgoing (provider, kind, reference, amount, currency, payee, code, created)
      values ($1, 'payout', $2, $3, $4, $5, $6, service_now()) on conflict (provider, kind, reference) do nothing`,
    values: [provider, reference, amount, currency, payeeJson(payee), shortCode("HP", reference)],
  });
}

export type Outgoing = {
  readonly status: "OPEN" | "PAID" | "REFUSED" | "RETURNED";
  readonly amount: Cents;
  readonly currency: string;
  readonly reason: string | null;
};

export async function findOutgoing(
  db: Queryable,
  { provider, kind, reference }: OfRail & { readonly kind: "refund" | "payout" },
): Promise<Outgoing | null> {
  const [row] = await db.query<Omit<Outgoing, "amount"> & { amount: string }>({
    name: "find rail outgoing",
    text: "select status, amount, currency, reason from rail_outgoing where provider = $1 and kind = $2 and reference = $3",
    values: [provider, kind, reference],
  });
  return row === undefined ? null : { ...row, amount: toCents(row.amount) };
}

/** A movement in a statement; `at` in Unix seconds. */
export type RailLine = {
  /** Where it stands; the next page begins behind it. */
  readonly cursor: string;
  readonly id: string;
  readonly type: "payment" | "refund" | "refund_returned" | "payout" | "payout_returned" | "other";
  readonly reference: string | null;
  readonly amount: Cents;
  readonly at: number;
};

/**
 * In the order in which they were imported: what the bank took for a whole batch is a movement for each order that it paid. Leans on the
 * index rail_lines_read.
 */
export async function listRailLines(
  db: Queryable,
  provider: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly RailLine[]> {
  // A cursor of before there were batches names a line as a whole.
  const [number = "0", part = "1001"] = after.split(":");
  const rows = await db.query<Omit<RailLine, "amount" | "at"> & { amount: string; at: string }>({
    name: "list rail lines",
    text: `
      select l.number || ':' || x.part as cursor, x.id, x.type, x.reference, x.amount::text as amount, l.day::bigint * 86400 as at
      from rail_lines l
      cross join lateral (
        select 0 as part, l.line_id as id, l.type, l.reference, l.amount where l.type <> 'batch'
        union all
        select o.line, o.bank_reference, o.kind, o.reference, -o.amount
        from rail_outgoing o join rail_batches b on b.id = o.batch
        where l.type = 'batch' and b.code = l.reference and o.bank_reference = ${partOf("l")}
        union all
        select 1000, left(l.line_id, 130) || '#rest', 'other', null, l.amount + sum(o.amount)
        from rail_outgoing o join rail_batches b on b.id = o.batch
        where l.type = 'batch' and b.code = l.reference and o.bank_reference = ${partOf("l")}
        having sum(o.amount) <> -l.amount
      ) x
      where l.provider = $1 and l.is_read and l.number >= $2::bigint and (l.number, x.part) > ($2::bigint, $3::integer)
      order by l.number, x.part limit $4`,
    values: [provider, number, part, limit],
  });
  return rows.map(({ amount, at, ...row }) => ({ ...row, amount: toCents(amount), at: Number(at) }));
}
