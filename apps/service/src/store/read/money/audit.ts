/**
 * Proves from the rows alone that the books balance and that every invariant holds. Each check is a query that finds
 * what breaks one rule; a sound database yields nothing. Each sees one snapshot, so they may run under load.
 */
import type { Database, Statement } from "../../../platform/database.js";
import { NO_ESCROW } from "../../payouts.js";
import type { Moment } from "../../written-since.js";
import { RULES_OF_CHARGEBACKS } from "./audit-chargebacks.js";
import { RULES_OF_EVENTS } from "./audit-events.js";
import { HOUSE_ACCOUNT_RULES } from "./audit-house-accounts.js";
import { findWrittenOrders, NARROWED, narrowing, type WrittenOrders } from "./audit-new.js";
import { RULES_OF_PRESENTED } from "./audit-presented.js";
import { RULES_OF_REFUNDS } from "./audit-refunds.js";

export type AuditFinding = {
  readonly rule: string;
  readonly account: string;
  readonly object: string;
  readonly found: string;
};

/** Ledger accounts that each order has of its own. */
const OF_ORDERS = "'escrow_held', 'refunds_payable', 'chargebacks'";

/** From a rule, as a sentence, to the query that finds what breaks it: (account, object, found). */
const RULES: Readonly<Record<string, string>> = {
  "All debits together equal all credits": `
    select 0 as account, 'ledger' as object, format('%s debited, %s credited', sum(debits), sum(credits)) as found
    from ledger_accounts having sum(debits) <> sum(credits)`,

  "An account's ledger balances equal those recomputed from its transfers": `
    with recomputed as (
      select account_id, kind, sum(debit) as debits, sum(credit) as credits
      from (
        select account_id, debit_kind as kind, amount as debit, 0::bigint as credit from ledger_transfers
        union all
        select account_id, credit_kind, 0, amount from ledger_transfers
      ) lines
      where kind not in (${OF_ORDERS}) group by 1, 2
    )
    select coalesce(r.account_id, s.account_id), coalesce(r.kind, s.kind),
      format('stored %s/%s, recomputed %s/%s', s.debits, s.credits, r.debits, r.credits)
    from recomputed r
    full join (select * from ledger_accounts where escrow_id = ${NO_ESCROW}) s using (account_id, kind)
    where (r.debits, r.credits) is distinct from (s.debits, s.credits)`,

  "An order's ledger balances equal those recomputed from its transfers": `
    with recomputed as (
      select account_id, kind, escrow_id, sum(debit) as debits, sum(credit) as credits
      from (
        select account_id, debit_kind as kind, escrow_id, amount as debit, 0::bigint as credit from ledger_transfers
        union all
        select account_id, credit_kind, escrow_id, 0, amount from ledger_transfers
      ) lines
      where kind in (${OF_ORDERS}) group by 1, 2, 3
    )
    select coalesce(r.account_id, s.account_id), coalesce(r.kind, s.kind) || ' ' || coalesce(r.escrow_id, s.escrow_id),
      format('stored %s/%s, recomputed %s/%s', s.debits, s.credits, r.debits, r.credits)
    from recomputed r
    full join (select * from ledger_accounts where escrow_id <> ${NO_ESCROW}) s using (account_id, kind, escrow_id)
    where (r.debits, r.credits) is distinct from (s.debits, s.credits)`,

  "An escrow's sums equal its transfers, and what it holds equals its ledger account": `
    select e.account_id, 'escrow ' || e.id,
      format('row funded %s released %s fees %s refunded %s charged back %s held %s; ledger %s %s %s %s %s held %s',
        e.funded, e.released, e.fees_earned, e.refunded, e.charged_back, e.held,
        t.funded, t.released, t.fees, t.refunded, t.charged_back, l.credits - l.debits)
    from escrows e
    left join ledger_accounts l on l.account_id = e.account_id and l.kind = 'escrow_held' and l.escrow_id = e.id
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0) as funded,
        coalesce(sum(amount) filter (where kind in ('release', 'settlement')), 0) as released,
        coalesce(sum(amount) filter (where kind = 'fee'), 0) as fees,
        coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded,
        coalesce(sum(case kind when 'chargeback_held' then amount when 'held_restored' then -amount end), 0) as charged_back
      from ledger_transfers t where t.account_id = e.account_id and t.escrow_id = e.id
    ) t
    where (e.funded, e.released, e.fees_earned, e.refunded, e.charged_back, e.held)
      is distinct from (t.funded, t.released, t.fees, t.refunded, t.charged_back, coalesce(l.credits - l.debits, 0))`,

  "Paid in, and come back, equals held, released, earned, refunded and paid out": `
    select account_id, 'account',
      format('received %s, paid back %s, paid out %s, taken by banks %s, still accounted for %s',
        coalesce(received, 0), coalesce(paid_back, 0), coalesce(paid_out, 0), coalesce(taken, 0), accounted)
    from (
      select account_id, sum(credits - debits) filter (where kind <> 'external') as accounted from ledger_accounts group by account_id
    ) sums
    left join (select account_id, sum(received) as received from payments group by account_id) payments using (account_id)
    left join (
      select account_id, sum(case status when 'SUCCEEDED' then amount - charged_back else kept end) as paid_back from refund_parts group by account_id
    ) parts using (account_id)
    left join (
      select account_id, sum(amount) as paid_out from payouts where status = 'PAID' group by account_id
    ) payouts using (account_id)
    left join (select account_id, sum(taken - returned) as taken from chargebacks group by account_id) chargebacks using (account_id)
    where accounted <> coalesce(received, 0) - coalesce(paid_back, 0) - coalesce(paid_out, 0) - coalesce(taken, 0)`,

  "A statement has one line for each transfer of its wallet, and adds up to it": `
    with lines as (
      select account_id, number, transfer_id, kind, amount, balance_after,
        sum(amount) over (partition by account_id order by number) as added_up,
        row_number() over (partition by account_id order by number) as place
      from wallet_lines
    ),
    moves as (
      select account_id, id, kind, case credit_kind when 'merchant_wallet' then amount else -amount end as amount
      from ledger_transfers where 'merchant_wallet' in (debit_kind, credit_kind)
    )
    select account_id, 'line ' || number, format('place %s, balance %s, added up %s', place, balance_after, added_up)
    from lines where number <> place or balance_after <> added_up
    union all
    select coalesce(l.account_id, m.account_id), 'transfer ' || coalesce(l.transfer_id, m.id),
      format('%s of %s, line %s of %s', m.kind, m.amount, l.kind, l.amount)
    from lines l full join moves m on m.account_id = l.account_id and m.id = l.transfer_id
    where (l.kind, l.amount) is distinct from (m.kind, m.amount)
    union all
    select w.account_id, 'wallet', format('holds %s, statement ends with %s', w.credits - w.debits, coalesce(l.total, 0))
    from ledger_accounts w left join (select account_id, sum(amount) as total from lines group by 1) l using (account_id)
    where w.kind = 'merchant_wallet' and w.credits - w.debits <> coalesce(l.total, 0)`,

  "A line of a statement names an event of its account, as its transfer does": `
    select l.account_id, 'line ' || l.number, format('names %s, transfer %s, event %s', l.event_id, t.event_id, e.type)
    from wallet_lines l
    left join ledger_transfers t on t.account_id = l.account_id and t.id = l.transfer_id
    left join events e on e.account_id = l.account_id and e.id = l.event_id
    where l.event_id is distinct from t.event_id or (l.event_id is not null and e.id is null)`,

  "A payout was set aside once, and then left or came back once, as its status says": `
    select coalesce(p.account_id, t.account_id), 'payout ' || coalesce(p.id, t.payout_id),
      format('%s of %s, ledger %s', p.status, p.amount, t.booked)
    from payouts p
    full join (
      select account_id, payout_id, array_agg(kind || ' ' || amount order by kind) as booked
      from ledger_transfers where payout_id is not null group by 1, 2
    ) t on t.account_id = p.account_id and t.payout_id = p.id
    where t.booked is distinct from case
      when p.status = 'PAID' then array['payout_paid ' || p.amount, 'payout_reserved ' || p.amount]
      when p.status = 'RETURNED'
        then array['payout_paid ' || p.amount, 'payout_reserved ' || p.amount, 'payout_returned ' || p.amount]
      when p.status in ('FAILED', 'CANCELLED') then array['payout_reserved ' || p.amount, 'payout_void ' || p.amount]
      else array['payout_reserved ' || p.amount] end`,

  "A payout under way will be asked for, and one that is parked waits for an operator": `
    select p.account_id, 'payout ' || p.id, format('%s, call %s', p.status, c.status)
    from payouts p left join payout_calls c on c.account_id = p.account_id and c.payout_id = p.id
    where (p.status in ('REQUESTED', 'SENT') and c.status is distinct from 'OPEN')
      or (p.status in ('PARKED', 'FAILED', 'RETURNED') and c.status = 'OPEN' and c.leased_until is null)`,

  "Nothing is held in an ended escrow": `
    select account_id, 'escrow ' || id, format('%s holds %s', status, held) from escrows
    where held <> 0 and status in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED')`,

  "Milestones add up to their escrow, and it is COMPLETED only with all of them": `
    select e.account_id, 'escrow ' || e.id, format('%s of %s, milestones %s, %s open', e.status, e.amount, m.planned, m.still_open)
    from escrows e cross join lateral (
      select coalesce(sum(amount), 0) as planned, count(*) filter (where status <> 'COMPLETED') as still_open
      from milestones m where m.account_id = e.account_id and m.escrow_id = e.id
    ) m
    where m.planned <> e.amount or (m.still_open = 0) <> (e.status in ('COMPLETED', 'CLOSED'))`,

  "A completed milestone was released once, in full, unless a settlement ended its escrow": `
    select m.account_id, 'milestone ' || m.id, format('%s of %s, released %s', m.status, m.amount, t.released)
    from milestones m cross join lateral (
      select sum(amount) filter (where kind = 'release' and milestone_id = m.id) as released,
        count(*) filter (where kind in ('settlement', 'refund', 'chargeback_held')) as settled
      from ledger_transfers t where t.account_id = m.account_id and t.escrow_id = m.escrow_id
    ) t
    join escrows e on e.account_id = m.account_id and e.id = m.escrow_id
    where (m.status = 'COMPLETED' and t.released is null and t.settled = 0)
      or (m.status <> 'COMPLETED' and t.released is not null)
      or t.released <> m.amount - m.refunded_held`,

  "Every payment received was credited in full, once, and nothing is credited that was not received": `
    select coalesce(p.account_id, t.account_id), 'payment ' || coalesce(p.id, t.payment_id),
      format('received %s, credited %s', p.received, t.credited)
    from (select * from payments where received > 0) p
    full join (
      select account_id, escrow_id, payment_id, sum(amount) as credited from ledger_transfers
      where kind in ('payment', 'excess') group by 1, 2, 3
    ) t on t.account_id = p.account_id and t.escrow_id = p.escrow_id and t.payment_id = p.id
    where t.credited is distinct from p.received`,

  "Released is what was approved, unless a settlement ended the escrow": `
    select e.account_id, 'escrow ' || e.id, format('%s, released %s, approved %s', e.status, e.released, m.approved)
    from escrows e cross join lateral (
      select coalesce(sum(amount - refunded_held) filter (where status = 'COMPLETED'), 0) as approved
      from milestones m where m.account_id = e.account_id and m.escrow_id = e.id
    ) m
    where e.status <> 'CLOSED' and e.released <> m.approved`,

  "Fees are earned with what is released, and no sooner": `
    select account_id, 'escrow ' || id, format('%s of %s earned, %s of %s released, %s refunded', fees_earned, fees, released, amount, refunded_held)
    from escrows cross join lateral (
      -- The last step of an order takes what rounding left: a release, or a refund of what was held.
      select floor(fees::numeric * released / amount) as least,
        case when released + refunded_held = amount then fees - floor(fees::numeric * refunded_held / amount)
          else floor(fees::numeric * released / amount) end as most
    ) pro_rata
    where fees_earned > most or (status <> 'CLOSED' and fees_earned < case when refunded_held = 0 then most else least end)`,

  "Every clock that runs is set": `
    select e.account_id, 'escrow ' || e.id, format('%s is due at %s, set to %s', e.status, clock.due, e.due_at)
    from escrows e cross join lateral (
      select case
        when e.open_chargebacks > 0 then null
        when e.status in ('PENDING_ACCEPTANCE', 'PENDING_FUNDING', 'AWAITING_PAYMENT', 'WAITING_PAYMENT_CONFIRMATION', 'PARTIALLY_FUNDED')
          then e.funding_deadline
        when e.status = 'IN_ESCROW' then e.funded_at + e.delivery_deadline_seconds
        when e.status = 'WORK_IN_PROGRESS' then (
          select min(m.review_since) + e.review_window_seconds from milestones m
          where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'AWAITING_REVIEW')
      end as due
    ) clock
    cross join lateral (
      select coalesce(sum(r.until - r.since), 0) as seconds from sign_in_refusals r
      where e.status = 'WORK_IN_PROGRESS' and r.email = lower(e.buyer_email collate "C")
    ) kept_out
    where clock.due is distinct from e.due_at and not coalesce(e.due_at between clock.due and clock.due + kept_out.seconds, false)`,

  ...RULES_OF_REFUNDS,
  ...RULES_OF_PRESENTED,

  "Whatever waits for a provider will be asked for": `
    select p.account_id, 'payment ' || p.id, format('%s, look-up %s', p.status, c.status)
    from payments p
    left join provider_calls c on c.account_id = p.account_id and c.escrow_id = p.escrow_id and c.payment_id = p.id and c.kind = 'look_up'
    where p.status in ('CREATED', 'PENDING') and p.expires_at is not null and c.status is distinct from 'OPEN'
      and c.status is distinct from 'PARKED'
    union all
    select part.account_id, 'refund ' || part.refund_id, format('%s by payment %s, call %s', part.status, part.payment_id, c.status)
    from refund_parts part
    left join provider_calls c on c.account_id = part.account_id and c.escrow_id = part.escrow_id
      and c.payment_id = part.payment_id and c.kind = 'refund' and c.refund_id = part.refund_id
    where part.status in ('PENDING', 'SENT') and c.status is distinct from 'OPEN'`,

  "A session is COMPLETED exactly when one escrow belongs to it": `
    select coalesce(s.account_id, e.account_id), 'session ' || coalesce(s.id, e.session_id), format('%s with escrow %s', s.status, e.id)
    from checkout_sessions s full join escrows e on e.account_id = s.account_id and e.session_id = s.id
    where s.id is null or (s.status = 'COMPLETED') <> (e.id is not null) or s.escrow_id is distinct from e.id`,

  "An escrow repeats what its session agreed on": `
    select e.account_id, 'escrow ' || e.id, format('amount %s/%s, fees %s/%s', e.amount, s.amount, e.fees, s.fees)
    from escrows e join checkout_sessions s on s.account_id = e.account_id and s.id = e.session_id
    where (e.amount, e.fees, e.external_reference) is distinct from (s.amount, s.fees, s.external_reference)`,

  ...HOUSE_ACCOUNT_RULES,

  ...RULES_OF_CHARGEBACKS,
  ...RULES_OF_EVENTS,

  "Everything belongs to an account": `
    -- From owner to owner in the order of their ids, a step in an index each, however many rows each has.
    with recursive owned (kind, account_id) as (
      values ('session', (select min(account_id) from checkout_sessions)), ('escrow', (select min(account_id) from escrows)),
        ('event', (select min(account_id) from events))
      union all
      select kind, case kind
        when 'session' then (select min(x.account_id) from checkout_sessions x where x.account_id > owned.account_id)
        when 'escrow' then (select min(x.account_id) from escrows x where x.account_id > owned.account_id)
        else (select min(x.account_id) from events x where x.account_id > owned.account_id) end
      from owned where account_id is not null
    )
    select account_id, kind, 'no such account' from owned
    where account_id is not null and not exists (select 1 from accounts a where a.id = owned.account_id)`,
};

export const AUDIT_RULES: readonly string[] = Object.keys(RULES);

/** Changes with any rule, and with how it is narrowed. */
export const RULES_TEXT = JSON.stringify([RULES, NARROWED]);

/** Findings shown for one rule; the first few say what there is to know. */
export const SHOWN_MAX = 20;

/**
 * The first findings of a rule. Materialized, the rule is planned for all of its rows: of a limit the server expects that the first few
 * are found soon, and takes joins that begin quickly and compare each row with each other. Sound books have none to find.
 */
const findingsOf = (rule: string, narrowed: string): string => `
  with ${narrowed} broken (account, object, found) as materialized (${rule})
  select account::text as account, object::text as object, found from broken limit ${SHOWN_MAX}`;

type Books = Pick<Database, "transaction">;
/** Null: of all there is. */
type Since = Moment | null;
type OnProved = (findings: readonly AuditFinding[]) => Promise<void> | void;

/** Everything that breaks a rule, as one snapshot has it. */
export async function auditLedger(
  db: Books,
  { rules = AUDIT_RULES, since = null }: { readonly rules?: readonly string[]; readonly since?: Since } = {},
): Promise<readonly AuditFinding[]> {
  const all: AuditFinding[] = [];
  await look(db, { rules, since }, (findings) => void all.push(...findings));
  return all;
}

/**
 * The rules in their order, from the `first` on. @param onProved is told after each; what it throws ends the audit. Of everything, each rule has a
 * snapshot of its own, so that vacuum need not wait for all of them; what was written since is looked at in one.
 */
export async function proveRules(
  db: Books,
  { first, since }: { readonly first: number; readonly since: Since },
  onProved: OnProved,
): Promise<void> {
  const rest = AUDIT_RULES.slice(first);
  if (since !== null) return look(db, { rules: rest, since }, onProved);
  for (const rule of rest) await onProved(await auditLedger(db, { rules: [rule] }));
}

function look(
  db: Books,
  { rules, since }: { readonly rules: readonly string[]; readonly since: Since },
  onProved: OnProved,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query({ name: "audit snapshot", text: "set transaction isolation level repeatable read, read only" });
    // How many orders are given decides about the plan.
    await tx.query({ name: "audit plans", text: "set local plan_cache_mode = force_custom_plan" });
    const written = since === null ? null : { ...(await findWrittenOrders(tx, since)), ...since };
    for (const rule of rules) {
      const rows = await tx.query<Omit<AuditFinding, "rule">>(statementOf(rule, written));
      await onProved(rows.map((row) => ({ rule, ...row })));
    }
  });
}

function statementOf(rule: string, written: (WrittenOrders & Moment) | null): Statement {
  const [at, text] = [AUDIT_RULES.indexOf(rule), RULES[rule] ?? ""];
  const tables = NARROWED[rule];
  if (written === null || tables === undefined) return { name: `audit ${at}`, text: findingsOf(text, "") };
  const { accounts, escrows, transaction } = written;
  return {
    name: `audit ${at} of what was written`,
    text: findingsOf(text, `${narrowing(tables)},`),
    values: [accounts, escrows, transaction],
  };
}
