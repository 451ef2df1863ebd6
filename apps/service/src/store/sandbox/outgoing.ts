/** What leaves the simulated providers, how they behave, and what their statements say; see bank.ts. */
import type { Cents } from "../../domain/money.js";
import type { MovementType } from "../../domain/reconciliation.js";
import type { Queryable } from "../../platform/database.js";
import { toCents } from "../rows.js";

export type BankBehaviour = {
  readonly isDown: boolean;
  readonly refusesRefunds: boolean;
  /** What becomes of refunds that are not refused, and of payouts. */
  readonly refunds: "paid" | "later" | "slow" | "returned";
  readonly payouts: "paid" | "refused" | "later" | "returned";
  /** Whether an answer comes; without one, what was asked may be done or not. */
  readonly answers: "given" | "lost" | "dropped";
};

export async function readBankBehaviour(db: Queryable, provider: string): Promise<BankBehaviour> {
  const rows = await db.query<BankBehaviour>({
    name: "sandbox read mood",
    text: `
      select is_down as "isDown", refuses_refunds as "refusesRefunds", refunds, payouts, answers
      from sandbox_bank.moods where provider = $1`,
    values: [provider],
  });
  return rows[0] ?? { isDown: false, refusesRefunds: false, refunds: "paid", payouts: "paid", answers: "given" };
}

/** What becomes of money that is asked for the first time; moments are from now, in seconds. */
export type Fate = {
  readonly isRefused: boolean;
  readonly paidAfter: number;
  /** Null for money that stays where it went. */
  readonly returnsAfter: number | null;
};

type Sum = { readonly amount: Cents; readonly currency: string };

/** What has become of money that was asked for. `short`: it was not taken, for the float does not reach. */
export type Gone = "paid" | "pending" | "refused" | "returned" | "short";

type GoneRow = { readonly gone: Gone };

const GONE = `
  case when is_refused then 'refused' when returns_at <= service_now() then 'returned'
    when coalesce(paid_at <= service_now(), true) then 'paid' else 'pending' end as gone`;

/** Does it a second time when the key has been forgotten, a day after it came first. */
const REPEATED = `
  repeated as (
    insert into sandbox_bank.repeats (provider, kind, reference, created)
    select provider, 'outgoing', reference, service_now() from sandbox_bank.outgoing
    where provider = $1 and reference = $2 and not is_refused and created <= service_now() - 86400
    returning reference
  )`;

/** What is sent of a payment waits for that, and not for the balance. */
const REACHES = (of = "false"): string => `(${of} or not exists (
  select 1 from sandbox_bank.moods m where m.provider = $1 and m.float < $4::bigint and not $5::boolean))`;

const SPENT = `
  spent as (
    update sandbox_bank.moods m set float = m.float - made.amount from made
    where m.provider = $1 and m.float is not null and not made.is_refused and made.source is null
    returning m.provider
  )`;

const KNOWN = `select ${GONE} from sandbox_bank.outgoing where provider = $1 and reference = $2`;

/**
 * Gives back a part of what came in, once for one reference within a day.
 * @param given.receipt as `reference` or `reference.2`: which money.
 * @returns null when nothing came in, or not in that currency, or another asks at this moment. More than came in breaks a constraint: then nothing stands.
 */
export async function giveBack(
  db: Queryable,
  provider: string,
  given: Fate & Sum & { readonly reference: string; readonly receipt: string },
): Promise<Gone | null> {
  const rows = await db.query<GoneRow>({
    name: "sandbox give back",
    text: `
      with receipt as (
        select provider, reference, number from sandbox_bank.receipts
        where provider = $1 and reference = split_part($3, '.', 1)
          and number = coalesce(nullif(split_part($3, '.', 2), '')::smallint, 1) and currency = $8
      ),
      ${REPEATED},
      made as (
        insert into sandbox_bank.outgoing (provider, reference, receipt, amount, is_refused, created, paid_at, returns_at, currency)
        select $1, $2, $3, $4::bigint, $5::boolean, service_now(), service_now() + $6::bigint, service_now() + $7::bigint, $8
        from receipt where ${REACHES()}
        on conflict do nothing returning *
      ),
      ${SPENT},
      taken as (
        update sandbox_bank.receipts r set refunded = r.refunded + made.amount
        from made, receipt
        where not made.is_refused
          and (r.provider, r.reference, r.number) = (receipt.provider, receipt.reference, receipt.number)
      )
      select ${GONE} from made
      union all ${KNOWN}
      union all select 'short' from receipt where not ${REACHES()}`,
    values: [provider, given.reference, given.receipt, given.amount, ...fateValues(given), given.currency],
  });
  return rows[0]?.gone ?? null;
}

const fateValues = ({ isRefused, paidAfter, returnsAfter }: Fate): readonly unknown[] => [
  isRefused,
  paidAfter,
  returnsAfter,
];

/** What is left of a payment, of which no more is sent than it brought. */
const IS_OF_SOURCE = `coalesce($4::bigint <= (
  select r.amount - coalesce((select sum(o.amount) from sandbox_bank.outgoing o where o.provider = $1 and o.source = $9), 0)
  from sandbox_bank.receipts r
  where r.provider = $1 and r.reference = split_part($9, '.', 1)
    and r.number = coalesce(nullif(split_part($9, '.', 2), '')::smallint, 1)), false)`;

/**
 * Pays out to somebody, once for one reference within a day; null when another is asking at this moment.
 * @param given.source which money it is; more than is left of that comes out of the balance.
 */
export async function sendOut(
  db: Queryable,
  provider: string,
  given: Fate & Sum & { readonly reference: string; readonly destination: string; readonly source: string | null },
): Promise<Gone | null> {
  const rows = await db.query<GoneRow>({
    name: "sandbox send out",
    text: `
      with ${REPEATED},
      made as (
        insert into sandbox_bank.outgoing
          (provider, reference, destination, amount, is_refused, created, paid_at, returns_at, currency, source)
        select $1, $2, $3, $4::bigint, $5::boolean, service_now(), service_now() + $6::bigint, service_now() + $7::bigint, $8,
          case when ${IS_OF_SOURCE} then $9::text end
        where ${REACHES(IS_OF_SOURCE)}
        on conflict do nothing returning *
      ),
      ${SPENT}
      select ${GONE} from made
      union all ${KNOWN}
      union all select 'short' where not ${REACHES(IS_OF_SOURCE)}`,
    values: [
      provider,
      given.reference,
      given.destination,
      given.amount,
      ...fateValues(given),
      given.currency,
      given.source,
    ],
  });
  return rows[0]?.gone ?? null;
}

/** What an account has of what was sent there: less what was taken back. */
const LEFT_OF = (row: string): string => `${row}.amount - coalesce((
  select sum(t.amount) from sandbox_bank.taken_back t where t.provider = ${row}.provider and t.reference = ${row}.reference), 0)`;

/** A part of what went out is back, now or from before: each number once. False for more than is there. */
export async function takeBackOut(
  db: Queryable,
  provider: string,
  { reference, number, amount }: { readonly reference: string; readonly number: number; readonly amount: Cents },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox take transfer back",
    text: `
      with sent as (
        select * from sandbox_bank.outgoing o
        where provider = $1 and reference = $2 and not is_refused and coalesce(returns_at > service_now(), true) for update
      ),
      back as (
        insert into sandbox_bank.taken_back (provider, reference, number, amount, created)
        select provider, reference, $3, $4::bigint, service_now() from sent where $4::bigint <= ${LEFT_OF("sent")}
        on conflict do nothing returning 1
      )
      select 1 from back
      union all select 1 from sandbox_bank.taken_back where provider = $1 and reference = $2 and number = $3`,
    values: [provider, reference, number, amount],
  });
  return rows.length > 0;
}

/** Null for what was never asked for. */
export async function findOutgoing(db: Queryable, provider: string, reference: string): Promise<Gone | null> {
  const rows = await db.query<GoneRow>({ name: "sandbox find outgoing", text: KNOWN, values: [provider, reference] });
  return rows[0]?.gone ?? null;
}

/** Tells what has come back by now, which may go out again under another reference. */
export async function reportReturned(db: Queryable): Promise<void> {
  await db.query({
    name: "sandbox tell returned",
    text: `
      with back as (
        update sandbox_bank.outgoing set is_told = true
        where returns_at <= (select service_now()) and not is_told and not is_refused
        returning provider, reference, receipt, amount
      ),
      free as (
        update sandbox_bank.receipts r set refunded = r.refunded - returned.amount
        from (select provider, receipt, sum(amount) as amount from back where receipt is not null group by 1, 2) returned
        where r.provider = returned.provider and r.reference = split_part(returned.receipt, '.', 1)
          and r.number = coalesce(nullif(split_part(returned.receipt, '.', 2), '')::smallint, 1)
      ),
      told as (
        select sandbox_bank.announce_outgoing(provider, case when receipt is null then 'payout' else 'refund' end, reference,
          'returned', 'The account does not exist any more.') from back
      )
      select count(*) from told`,
  });
}

export type BankLine = {
  readonly id: string;
  readonly type: MovementType;
  readonly reference: string;
  readonly amount: Cents;
  /** What the provider kept for it, besides. */
  readonly fee: Cents;
  readonly currency: string;
  readonly at: number;
  /** The statement lacks it, has it twice, or has a dollar of fee with it. */
  readonly fault: "left_out" | "twice" | "fee" | null;
};

const MOVEMENTS = `
  select format('in-%s-%s', reference, number) as id, 'payment' as type,
    case number when 1 then reference else reference || '.' || number end as reference, amount, 0 as fee, currency,
    created as at
  from sandbox_bank.receipts where provider = $1
  union all
  select 'out-' || reference, case when receipt is null then 'payout' else 'refund' end, reference, -amount, 0, currency,
    coalesce(paid_at, created)
  from sandbox_bank.outgoing where provider = $1 and not is_refused
  union all
  select 'back-' || reference, case when receipt is null then 'payout_returned' else 'refund_returned' end, reference, amount,
    0, currency, returns_at
  from sandbox_bank.outgoing where provider = $1 and not is_refused and returns_at is not null
  union all
  select format('back-%s-%s', reference, number), 'payout_returned', reference, amount, 0, 'USD', created
  from sandbox_bank.taken_back where provider = $1
  union all
  select 'taken-' || reference, 'chargeback', reference, -amount, fee, currency, taken_at
  from sandbox_bank.disputes where provider = $1 and taken_at is not null
  union all
  select 'taken-back-' || reference, 'chargeback_returned', reference, amount, 0, currency, returned_at
  from sandbox_bank.disputes where provider = $1 and returned_at is not null`;

/** What has happened by now, in the order of time, behind the place that is given; and what is wrong with its line in the statement. */
export async function listMovements(
  db: Queryable,
  provider: string,
  after: { readonly at: number; readonly id: string; readonly limit: number },
): Promise<readonly BankLine[]> {
  const rows = await db.query<Omit<BankLine, "amount" | "fee" | "at"> & { amount: string; fee: string; at: string }>({
    name: "sandbox list movements",
    text: `
      select moved.*, f.fault
      from (
        select * from (${MOVEMENTS}) moved
        where at <= (select service_now()) and at >= $2::bigint and (at, id) > ($2::bigint, $3::text) order by at, id limit $4
      ) moved
      left join sandbox_bank.statement_faults f on f.provider = $1 and f.line_id = moved.id
      order by at, id`,
    values: [provider, after.at, after.id, after.limit],
  });
  return rows.map((row) => ({
    ...row,
    amount: toCents(row.amount),
    fee: toCents(row.fee),
    at: Number(row.at),
  }));
}

export async function readBankBalance(
  db: Queryable,
  provider: string,
): Promise<readonly { readonly currency: string; readonly amount: Cents }[]> {
  const rows = await db.query<{ currency: string; amount: string }>({
    name: "sandbox read balance",
    text: `
      select currency, (sum(amount - fee) - 100 * count(f.line_id))::bigint as amount
      from (${MOVEMENTS}) moved
      left join sandbox_bank.statement_faults f on f.provider = $1 and f.line_id = moved.id and f.fault = 'fee'
      where at <= service_now() group by currency order by currency`,
    values: [provider],
  });
  return rows.map(({ currency, amount }) => ({ currency, amount: toCents(amount) }));
}
