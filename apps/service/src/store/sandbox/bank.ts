/**
 * The books of the simulated providers (schema sandbox_bank). They stand for other companies: nothing but
 * providers/sandbox reads or writes here, and no row of ours refers to one of these.
 */
import type { Cents } from "../../domain/money.js";
import type { PaymentFailure } from "../../domain/states.js";
import type { Queryable } from "../../platform/database.js";
import { toCents, toNumber } from "../rows.js";

export type BankStatus = "OPEN" | "CHALLENGED" | "SUCCEEDED" | "FAILED" | "CANCELLED";

/** An order for money, as the provider keeps it. */
export type BankPayment = {
  readonly reference: string;
  readonly status: BankStatus;
  /** Null for one that was cancelled before it was ordered. */
  readonly asked: Cents | null;
  /** Of what was asked; what comes in may be in another. */
  readonly currency: string;
  readonly phone: string | null;
  readonly returnUrl: string | null;
  readonly failure: PaymentFailure | null;
  readonly pinTries: number;
  readonly expiresAt: number | null;
  /** What came in, in the order of its coming; the first is receipt 1. */
  readonly receipts: readonly { readonly amount: Cents; readonly currency: string; readonly at: number }[];
};

type Row = {
  readonly reference: string;
  readonly status: BankStatus;
  readonly asked: string | null;
  readonly currency: string;
  readonly phone: string | null;
  readonly return_url: string | null;
  readonly failure: PaymentFailure | null;
  readonly pin_tries: number;
  readonly expires_at: string | null;
  readonly receipts: readonly { readonly amount: string; readonly currency: string; readonly at: number }[] | null;
};

const COLUMNS = "reference, status, asked, currency, phone, return_url, failure, pin_tries, expires_at";

/** In which currency money comes in at present, of the provider that is $1: that of the order, unless its mood is another. */
const currencyNow = (order: string): string =>
  `coalesce((select currency from sandbox_bank.moods m where m.provider = $1), ${order}.currency)`;

const fromRow = (row: Row): BankPayment => ({
  reference: row.reference,
  status: row.status,
  asked: row.asked === null ? null : toCents(row.asked),
  currency: row.currency,
  phone: row.phone,
  returnUrl: row.return_url,
  failure: row.failure,
  pinTries: row.pin_tries,
  expiresAt: toNumber(row.expires_at),
  receipts: (row.receipts ?? []).map((one) => ({ ...one, amount: toCents(one.amount) })),
});

export type BankOrder = {
  readonly provider: string;
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly phone: string | null;
  readonly returnUrl: string;
  /** Unix seconds; or how long from now on. */
  readonly expires: { readonly at: number } | { readonly afterSeconds: number };
};

/** Takes an order, once within a day; null when another is taking it at this moment. */
export async function takeOrder(db: Queryable, order: BankOrder): Promise<BankPayment | null> {
  const rows = await db.query<Row>({
    name: "sandbox take order",
    text: `
      with added as (
        insert into sandbox_bank.payments (provider, reference, status, asked, currency, phone, return_url, expires_at, created)
        select $1, $2, 'OPEN', $3::bigint, $4, $5, $6, coalesce($7::bigint, service_now() + $8::bigint), service_now()
        on conflict do nothing returning *
      ),
      repeated as (
        insert into sandbox_bank.repeats (provider, kind, reference, created)
        select provider, 'payment', reference, service_now() from sandbox_bank.payments
        where provider = $1 and reference = $2 and asked is not null and created <= service_now() - 86400
        returning reference
      )
      select ${COLUMNS}, null::jsonb as receipts from added
      union all
      select ${COLUMNS}, null from sandbox_bank.payments where provider = $1 and reference = $2`,
    values: [
      order.provider,
      order.reference,
      order.amount,
      order.currency,
      order.phone,
      order.returnUrl,
      "at" in order.expires ? order.expires.at : null,
      "at" in order.expires ? null : order.expires.afterSeconds,
    ],
  });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

export async function findOrder(db: Queryable, provider: string, reference: string): Promise<BankPayment | null> {
  const rows = await db.query<Row>({
    name: "sandbox find order",
    text: `
      select ${COLUMNS}, (
        select jsonb_agg(jsonb_build_object('amount', r.amount::text, 'currency', r.currency, 'at', r.created) order by r.number)
        from sandbox_bank.receipts r
        where r.provider = p.provider and r.reference = p.reference) as receipts
      from sandbox_bank.payments p where provider = $1 and reference = $2`,
    values: [provider, reference],
  });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** What the order is afterwards. One that is not known yet will never be taken. */
export async function withdrawOrder(db: Queryable, provider: string, reference: string): Promise<BankStatus | null> {
  const rows = await db.query<{ status: BankStatus }>({
    name: "sandbox withdraw order",
    text: `
      with withdrawn as (
        insert into sandbox_bank.payments as known (provider, reference, status, created)
        values ($1, $2, 'CANCELLED', service_now())
        on conflict (provider, reference) do update set status = 'CANCELLED' where known.status in ('OPEN', 'CHALLENGED')
        returning status
      )
      select status from withdrawn
      union all
      select status from sandbox_bank.payments where provider = $1 and reference = $2 and not exists (select 1 from withdrawn)`,
    values: [provider, reference],
  });
  return rows[0]?.status ?? null;
}

/** What the payer did to an order that is one of `from`; false when it was not, and nothing happened. */
export async function answerOrder(
  db: Queryable,
  given: {
    readonly provider: string;
    readonly reference: string;
    readonly from: readonly BankStatus[];
    readonly to: "CHALLENGED" | "SUCCEEDED" | "FAILED";
    readonly failure: PaymentFailure | null;
    /** Says that money is on its way before it says that it arrived. */
    readonly sayPending: boolean;
  },
): Promise<boolean> {
  const rows = await db.query<{ moved: string }>({
    name: "sandbox answer order",
    text: `
      with moved as (
        update sandbox_bank.payments set status = $4, failure = $5
        where provider = $1 and reference = $2 and status = any($3::text[])
          and (expires_at > service_now() or $5 = 'timed_out')
        returning asked, currency
      ),
      received as (
        insert into sandbox_bank.receipts (provider, reference, number, amount, created, currency)
        select $1, $2, 1, asked, service_now(), ${currencyNow("moved")} from moved where $4 = 'SUCCEEDED'
      ),
      told as (
        select sandbox_bank.announce($1, $2, 1, said.outcome, case said.outcome when 'succeeded' then asked end, $5, said.step)
        from moved join (values ('pending', 1), ('succeeded', 2), ('failed', 2)) said (outcome, step)
          on case said.outcome when 'pending' then $6 and $4 = 'SUCCEEDED'
             when 'succeeded' then $4 = 'SUCCEEDED' else $4 = 'FAILED' end
        order by said.step
      )
      select (select count(*) from moved) as moved, (select count(*) from told) as told`,
    values: [given.provider, given.reference, given.from, given.to, given.failure, given.sayPending],
  });
  return rows[0]?.moved === "1";
}

/** A wrong PIN; how many that were, or null when the order waits for none. The third one ends it. */
export async function mistypePin(db: Queryable, provider: string, reference: string): Promise<number | null> {
  const rows = await db.query<{ pin_tries: number }>({
    name: "sandbox mistype pin",
    text: `
      with moved as (
        update sandbox_bank.payments set pin_tries = pin_tries + 1,
          status = case when pin_tries = 2 then 'FAILED' else status end,
          failure = case when pin_tries = 2 then 'wrong_pin' end
        where provider = $1 and reference = $2 and status = 'OPEN' and expires_at > service_now()
        returning pin_tries
      ),
      told as (
        select sandbox_bank.announce($1, $2, 1, 'failed', null, 'wrong_pin', 2) from moved where pin_tries = 3
      )
      select pin_tries, (select count(*) from told) as told from moved`,
    values: [provider, reference],
  });
  return rows[0]?.pin_tries ?? null;
}

/** Money came in by transfer, whatever has become of the order meanwhile; false for an order that nobody made. */
export async function receiveTransfer(
  db: Queryable,
  provider: string,
  { reference, amount }: { reference: string; amount: Cents },
): Promise<boolean> {
  // Two transfers at the same moment want the same number: the later one is refused by the key, and sent again.
  const rows = await db.query<{ told: string }>({
    name: "sandbox receive transfer",
    text: `
      with paid as (
        update sandbox_bank.payments set status = 'SUCCEEDED', failure = null
        where provider = $1 and reference = $2 and asked is not null
        returning reference, currency
      ),
      received as (
        insert into sandbox_bank.receipts (provider, reference, number, amount, created, currency)
        select $1, reference, 1 + coalesce((
          select max(number) from sandbox_bank.receipts r where r.provider = $1 and r.reference = paid.reference), 0),
          $3::bigint, service_now(), ${currencyNow("paid")}
        from paid
        returning number, amount
      ),
      told as (select sandbox_bank.announce($1, $2, number, 'succeeded', amount, null, 1) from received)
      select count(*) as told from told`,
    values: [provider, reference, amount],
  });
  return rows[0]?.told === "1";
}

/** Ends the prompts that nobody has answered in time. */
export async function endPrompts(db: Queryable, provider: string): Promise<void> {
  await db.query({
    name: "sandbox end prompts",
    text: `
      with ended as (
        update sandbox_bank.payments set status = 'FAILED', failure = 'timed_out'
        where provider = $1 and status = 'OPEN' and expires_at <= (select service_now())
        returning reference
      ),
      told as (select sandbox_bank.announce($1, reference, 1, 'failed', null, 'timed_out', 2) from ended)
      select count(*) from told`,
    values: [provider],
  });
}
