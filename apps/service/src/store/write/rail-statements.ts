/** Writes statements of accounts of the operator's own: staged line by line, and counted by one statement of SQL, or not at all. */
import { ORDER_REASON_MAX } from "../../domain/batches.js";
import type { Operator } from "../../domain/operators.js";
import type { UploadId } from "../../domain/rail-uploads.js";
import type { Database, Queryable } from "../../platform/database.js";
import { bankReferenceOf, IS_REVERSED } from "../rail-near.js";
import { partOf } from "../rail-orders.js";
import { settleBatches } from "./rail-batches.js";
import { endUpload, lockUpload } from "./rail-uploads.js";

/** What a process left behind that ended; real time. */
const LEFT_AFTER = "interval '10 minutes'";

export type NewStatement = {
  readonly provider: string;
  readonly digest: string;
  readonly name: string;
  readonly currency: string;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly lines: number;
  readonly operator: Operator;
};

/** The statement that is being read; null while another one of the rail is. */
export async function beginStatement(db: Queryable, one: NewStatement): Promise<string | null> {
  await db.query({
    name: "drop statement left behind",
    text: `delete from rail_statements where provider = $1 and status = 'READING' and begun_at < clock_timestamp() - ${LEFT_AFTER}`,
    values: [one.provider],
  });
  const rows = await db.query<{ id: string }>({
    name: "begin statement",
    text: `
      insert into rail_statements (provider, digest, name, currency, opening, closing, lines, imported_by, created)
      values ($1, $2, $3, $4, $5, $6, $7, $8, service_now())
      on conflict (provider) where status = 'READING' do nothing returning id::text`,
    values: [one.provider, one.digest, one.name, one.currency, one.opening, one.closing, one.lines, one.operator.name],
  });
  return rows[0]?.id ?? null;
}

export type StagedLine = {
  readonly id: string;
  readonly day: number;
  /** Hundredths. */
  readonly amount: bigint;
  readonly text: string;
  readonly keys: readonly string[];
};

/** Keeps those that no statement has brought before. */
export async function stageLines(db: Queryable, statement: string, lines: readonly StagedLine[]): Promise<void> {
  await db.query({
    name: "stage statement lines",
    text: `
      insert into rail_lines (provider, line_id, statement, day, amount, text, keys)
      select s.provider, l.id, s.id, l.day, l.amount, l.text, array(select jsonb_array_elements_text(l.keys))
      from rail_statements s, jsonb_to_recordset($2::jsonb) as l (id text, day integer, amount bigint, text text, keys jsonb)
      where s.id = $1 and s.status = 'READING'
      on conflict (provider, line_id) do nothing`,
    values: [
      statement,
      JSON.stringify(lines, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ],
  });
}

/** What comes of nothing new: it was never read. */
export async function dropStatement(db: Queryable, statement: string): Promise<void> {
  await db.query({
    name: "drop statement",
    text: "delete from rail_statements where id = $1 and status = 'READING'",
    values: [statement],
  });
}

/**
 * Whether an order may be paid, or come back, by a line: not while a batch has it that was not sent. What was in one that was withdrawn, and
 * is paid all the same, is paid.
 */
const IS_OUT = `(o.batch is null or exists (
  select 1 from rail_batches b where b.id = o.batch and b.status in ('EXPORTED', 'SETTLED')))`;

/**
 * What of ours its new lines name: exactly one payment, order or batch, and of what left or came back the very amount. Of two a person
 * decides; but a line that names an order and its batch is the order's. What lines name is joined as a whole, for the server knows nothing
 * of lines that were just written, and would look each up among all payments.
 */
export async function matchStaged(db: Queryable, statement: string): Promise<void> {
  await db.query({
    name: "match staged lines",
    text: `
      with named as materialized (
        select s.number, s.provider, s.amount, k.key from rail_lines s cross join lateral unnest(s.keys) as k (key) where s.statement = $1
      ),
      ours as (
        select n.number, 'payment' as type, r.reference, 1 as rank
        from named n join rail_payments r on r.key = n.key and r.provider = n.provider
        where n.amount > 0
        union
        select n.number, 'refund', o.reference, 1
        from named n join rail_outgoing o on o.reference = n.key and o.provider = n.provider and o.kind = 'refund' and o.amount = -n.amount
        where o.status in ('OPEN', 'PAID') and ${IS_OUT}
        union
        select n.number, case when n.amount < 0 then o.kind else o.kind || '_returned' end, o.reference, 1
        from named n join rail_outgoing o on o.code = n.key and o.provider = n.provider and o.amount = abs(n.amount)
        where o.status in ('OPEN', 'PAID') and ${IS_OUT}
        union
        select n.number, 'batch', b.code, 2
        from named n join rail_batches b on b.code = n.key and b.provider = n.provider and b.total = -n.amount
        where b.status = 'EXPORTED'
      ),
      ranked as (select *, min(rank) over (partition by number) as best from ours),
      found as (
        select number, min(type) as type, min(reference) as reference from ranked where rank = best group by number having count(*) = 1
      )
      update rail_lines l set type = found.type, reference = found.reference
      from found
      where l.number = found.number`,
    values: [statement],
  });
}

/**
 * Receipts `c` of the rail that an operator booked before any statement told of them, and that stand. @param only which of them.
 */
const BY_HAND = (only: string): string => `
  select c.reference, c.receipt, c.amount, c.bank_reference,
    row_number() over (partition by c.reference, c.amount order by c.receipt) as nth
  from mine join rail_receipts c on c.provider = mine.provider
  where ${only} and not ${IS_REVERSED} and not exists (
    select 1 from rail_lines k where k.provider = c.provider and k.reference = c.reference and k.receipt = c.receipt)`;

/**
 * What an operator booked by hand is not booked once more. By the bank's own reference a line is that receipt, whatever its payer wrote, and
 * a person looks where the amounts differ; one that names nothing may have that reference in its text. And where a payment has a receipt that
 * none of its lines is, whether theirs is other money a person decides, too.
 */
export async function matchBookedByHand(db: Queryable, statement: string): Promise<void> {
  await db.query({
    name: "match lines booked by hand",
    text: `
      with mine as (select id, provider from rail_statements where id = $1),
      named as materialized (
        select l.number, l.amount, ${bankReferenceOf("l.line_id")} as bank_reference, false as is_text
        from rail_lines l where l.statement = $1 and l.amount > 0 and l.line_id like 'bank:%'
        union all
        select l.number, l.amount, written.text, true from rail_lines l cross join lateral unnest(string_to_array(l.text, E'\n')) as written (text)
        where l.statement = $1 and l.amount > 0 and l.type = 'other'
      ),
      hand as materialized (${BY_HAND("c.bank_reference in (select bank_reference from named)")}),
      found as (
        select n.number, min(h.reference) as reference, bool_and(h.amount = n.amount) as is_same
        from named n join hand h using (bank_reference) where not n.is_text or h.amount = n.amount
        group by n.number having count(*) = 1
      )
      update rail_lines l set type = case when found.is_same then 'payment' else 'other' end,
        reference = case when found.is_same then found.reference end
      from found where l.number = found.number`,
    values: [statement],
  });
  await db.query({
    name: "leave lines beside receipts by hand",
    text: `
      with mine as (select id, provider from rail_statements where id = $1),
      paid as materialized (
        select number, reference, amount, row_number() over (partition by reference, amount order by day, number) as nth
        from rail_lines where statement = $1 and type = 'payment'
      ),
      hand as materialized (${BY_HAND("c.reference in (select reference from paid)")}),
      pairs as (select paid.number, hand.reference, hand.receipt from paid join hand using (reference, amount, nth))
      update rail_lines l set type = 'other', reference = null
      from paid
      where l.number = paid.number and paid.number not in (select number from pairs)
        and exists (
          select 1 from hand h where h.reference = paid.reference and not exists (
            select 1 from pairs p where p.reference = h.reference and p.receipt = h.receipt))`,
    values: [statement],
  });
}

export type Counted = {
  readonly lines: number;
  readonly payments: number;
  readonly refunds: number;
  /** Payouts that left, one by one or as a batch; and what came back of either. */
  readonly payouts: number;
  readonly returned: number;
  /** What came in and names nothing of ours, or several things. */
  readonly open: number;
  /** What all of them add up to. */
  readonly moved: bigint;
};

export const NOTHING_STAGED: Counted = {
  lines: 0,
  payments: 0,
  refunds: 0,
  payouts: 0,
  returned: 0,
  open: 0,
  moved: 0n,
};

export async function countStaged(db: Queryable, statement: string): Promise<Counted> {
  const [row] = await db.query<Omit<Counted, "moved"> & { moved: string }>({
    name: "count staged lines",
    text: `
      select count(*)::int as lines, count(*) filter (where type = 'payment')::int as payments,
        count(*) filter (where type = 'refund')::int as refunds, count(*) filter (where type in ('payout', 'batch'))::int as payouts,
        count(*) filter (where type in ('payout_returned', 'refund_returned'))::int as returned, count(*) filter (where type = 'other' and amount > 0)::int as open,
        coalesce(sum(amount), 0)::text as moved
      from rail_lines where statement = $1`,
    values: [statement],
  });
  if (row === undefined) throw new Error("no answer to what was staged");
  return { ...row, moved: BigInt(row.moved) };
}

/** What the account held by the statements that count; null before the first. */
export async function knownBalance(db: Queryable, provider: string): Promise<bigint | null> {
  const [row] = await db.query<{ closing: string }>({
    name: "known balance of rail",
    text: "select closing from rail_statements where provider = $1 and status = 'READ' order by id desc limit 1",
    values: [provider],
  });
  return row === undefined ? null : BigInt(row.closing);
}

/**
 * The statement counts from now on: where what was known and its new lines make its closing balance. All that follows is written with it:
 * receipts of what came in (one that an operator booked before is the same money), refunds that left, the notices that have both booked,
 * and for the first statement what lay there before. False where the balances don't meet, it was dropped, or its upload was decided.
 * @param given.upload the file as it waits at the desk, by its id: it is imported from then on. Null for one that doesn't come from there.
 */
export const countStatement = (
  db: Pick<Database, "transaction">,
  statement: string,
  { operator, upload }: { readonly operator: Operator; readonly upload: UploadId | null },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.query({ name: "bounds of counting", text: BOUNDS });
    if (upload !== null && !(await lockUpload(tx, upload))) return false;
    // Nobody withdraws, or ends an order of, what is counted.
    await tx.query({
      name: "lock batches of counting",
      text: `
        select 1 from rail_batches b join rail_statements s on s.provider = b.provider
        where s.id = $1 and b.status = 'EXPORTED' order by b.id for no key update of b`,
      values: [statement],
    });
    const [counted] = await tx.query<{ provider: string }>({
      name: "count statement",
      text: `
      with known as (
        select k.closing from rail_statements k join rail_statements s on s.provider = k.provider
        where s.id = $1 and k.status = 'READ' order by k.id desc limit 1
      ),
      mine as (
        update rail_statements s set status = 'READ', added = staged.lines
        from (select count(*)::int as lines, coalesce(sum(amount), 0) as moved from rail_lines where statement = $1) staged
        where s.id = $1 and s.status = 'READING' and staged.lines > 0
          and s.closing = coalesce((select closing from known), s.opening) + staged.moved
        returning s.id, s.provider, s.currency, s.opening, s.closing, s.name, s.digest, s.lines, s.added
      ),
      paid as (
        select l.number, l.line_id, l.reference, l.amount, l.day,
          row_number() over (partition by l.reference, l.amount order by l.day, l.number) as nth
        from mine join rail_lines l on l.statement = mine.id where l.type = 'payment'
      ),
      unlinked as (
        ${BY_HAND("c.reference in (select reference from paid)")}
      ),
      linked as (select paid.number, unlinked.receipt from paid join unlinked using (reference, amount, nth)),
      fresh as (
        select paid.*, coalesce((
            select max(c.receipt) from rail_receipts c where c.provider = mine.provider and c.reference = paid.reference), 0)
          + row_number() over (partition by paid.reference order by paid.day, paid.number) as receipt
        from paid, mine where paid.number not in (select number from linked)
      ),
      written as (
        insert into rail_receipts (provider, reference, receipt, amount, currency, day, bank_reference, booked_by, created)
        select mine.provider, f.reference, f.receipt, f.amount, mine.currency, f.day, ${bankReferenceOf("f.line_id")}, $3, service_now()
        from fresh f, mine on conflict (provider, bank_reference) do nothing
        returning reference, receipt, amount, currency, day, bank_reference
      ),
      counted as (
        update rail_lines l set is_read = true, receipt = coalesce(linked.receipt, written.receipt)
        from mine
        join rail_lines k on k.statement = mine.id
        left join linked on linked.number = k.number
        left join written on written.bank_reference = ${bankReferenceOf("k.line_id")}
        where l.number = k.number
      ),
      closed as (
        update rail_payments r set closed_at = coalesce(r.closed_at, service_now())
        from mine where r.provider = mine.provider and r.reference in (select reference from written)
      ),
      sent as (
        update rail_outgoing o set status = 'PAID', bank_reference = l.line_id, ended_at = service_now(), ${NOBODY_ENDS}
        from mine join rail_lines l on l.statement = mine.id
        where l.type = o.kind and o.provider = mine.provider and o.reference = l.reference and o.status = 'OPEN' and ${IS_OUT}
        returning o.kind, o.reference, o.amount, o.currency
      ),
      sent_at_once as (
        update rail_outgoing o set status = 'PAID', bank_reference = ${partOf("l")}, ended_at = service_now(), ${NOBODY_ENDS}
        from mine join rail_lines l on l.statement = mine.id
        join rail_batches b on b.code = l.reference and b.provider = mine.provider
        where l.type = 'batch' and b.status = 'EXPORTED' and o.batch = b.id and o.status = 'OPEN'
        returning o.kind, o.reference, o.amount, o.currency
      ),
      told as (
        insert into provider_notices (provider, notice_id, reports, body, received, due_at)
        select mine.provider, said.id, jsonb_build_array(said.report), '', service_now(), service_now_ms()
        from mine, (
          select 'receipt:' || reference || '#' || receipt as id, jsonb_build_object('about', 'payment', 'reference', reference,
            'receipt', receipt, 'outcome', 'succeeded', 'amount', amount::text, 'currency', currency, 'at', day::bigint * 86400) as report
          from written
          union all
          select kind || ':' || reference || ':PAID', jsonb_build_object('about', kind, 'reference', reference, 'outcome', 'paid',
            'money', jsonb_build_object('amount', amount::text, 'currency', currency))
          from (select * from sent union all select * from sent_at_once) left_us
        ) said
      ),
      opening as (
        insert into house_entries (kind, provider, currency, provider_balance, suspense, created)
        select 'opening', provider, currency, opening, -opening, service_now() from mine
        where opening <> 0 and not exists (select 1 from known)
        on conflict do nothing returning provider, currency, provider_balance
      ),
      opened as (
        insert into reconciliation_differences (provider, class, currency, amount, suspense, opened)
        select provider, 'unknown_type', currency, provider_balance, -provider_balance, service_now() from opening
      ),
      due as (update provider_statements p set due_at = least(p.due_at, service_now()) from mine where p.provider = mine.provider)
      insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
      select $2::uuid, $3, 'import_statement', name,
        (select jsonb_build_object('uploaded by', u.uploaded_name) from rail_uploads u where u.id = $4::uuid), jsonb_build_object('provider', provider, 'digest', digest, 'lines', lines::text,
        'new lines', added::text, 'closing', to_char(closing / 100.0, 'FM999999999999990.00')), '', service_now()
      from mine returning after ->> 'provider' as provider`,
      values: [statement, operator.id, operator.name, upload],
    });
    if (counted !== undefined) {
      if (upload !== null) await endUpload(tx, { upload, statement, operator });
      await countReturned(tx, statement);
      await settleBatches(tx, counted.provider);
    }
    await tx.commit();
    return counted !== undefined;
  });

/**
 * What came back of what was paid, also by the same statement, with what the bank wrote. That it was paid is said once more before: who
 * hears of the return first would take it for refused, and the house's book would miss both ways. A line of what was not paid, or came back before,
 * is for a person.
 */
async function countReturned(tx: Queryable, statement: string): Promise<void> {
  await tx.query({
    name: "count returned",
    text: `
      with mine as (select id, provider from rail_statements where id = $1),
      returned as (
        update rail_outgoing o set status = 'RETURNED', ended_at = service_now(), ${NOBODY_ENDS},
          reason = left(coalesce(nullif(btrim(regexp_replace(l.text, '\\s+', ' ', 'g')), ''), 'The bank gave no reason.'), ${ORDER_REASON_MAX})
        from mine join rail_lines l on l.statement = mine.id
        where l.type = o.kind || '_returned' and o.provider = mine.provider and o.reference = l.reference and o.status = 'PAID'
        returning l.number, o.provider, o.kind, o.reference, o.amount, o.currency, o.reason
      ),
      unsaid as (
        update rail_lines l set type = 'other', reference = null from mine
        where l.statement = mine.id and l.type in ('payout_returned', 'refund_returned') and l.number not in (select number from returned)
      )
      insert into provider_notices (provider, notice_id, reports, body, received, due_at)
      select provider, kind || ':' || reference || ':RETURNED', jsonb_build_array(
        about || '{"outcome": "paid"}', about || jsonb_build_object('outcome', 'returned', 'reason', reason)), '', service_now(), service_now_ms()
      from (
        select provider, kind, reference, reason, jsonb_build_object('about', kind, 'reference', reference,
          'money', jsonb_build_object('amount', amount::text, 'currency', currency)) as about from returned
      ) said`,
    values: [statement],
  });
}

/** The bank has said it: what an operator said before is void. */
const NOBODY_ENDS = "end_by = null, end_name = null, end_reason = null";

/**
 * Of lines that were just written the server knows nothing, and takes them to be few: it would look each up among all others. All that a
 * file brings is counted by one statement, which may take a minute; a command that is allowed longer keeps what it is allowed.
 */
const BOUNDS = `
  select set_config('enable_nestloop', 'off', true),
    set_config('statement_timeout', greatest(60000, (select setting::integer from pg_settings where name = 'statement_timeout'))::text, true)`;
