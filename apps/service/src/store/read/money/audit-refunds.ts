/** Rules of the audit about money that goes back to payers. In the form of those about money. */
export const RULES_OF_REFUNDS: Readonly<Record<string, string>> = {
  "Every refund is owed in the ledger, and every debt to a payer is a refund": `
    select coalesce(r.account_id, t.account_id), 'refund ' || coalesce(r.id, t.refund_id), format('refund %s, ledger %s', r.amount, t.amount)
    from refunds r
    full join (
      select account_id, refund_id, sum(amount) as amount,
        coalesce(sum(amount) filter (where kind in ('refund_released', 'refund_owed')), 0) as released,
        coalesce(sum(amount) filter (where kind = 'refund_owed'), 0) as owed,
        coalesce(sum(amount) filter (where kind = 'refund_fees'), 0) as fees_earned
      from ledger_transfers where kind in ('excess', 'refund', 'refund_released', 'refund_owed', 'refund_fees') group by 1, 2
    ) t on t.account_id = r.account_id and t.refund_id = r.id
    where r.amount is distinct from t.amount
      or (coalesce(r.released, 0), r.owed, coalesce(r.fees_earned, 0)) is distinct from (t.released, t.owed, t.fees_earned)`,

  "What is owed for a refund was paid once for each step": `
    select r.account_id, 'refund ' || r.id, format('owed %s, left %s after %s; ledger %s in %s', r.owed, r.owed_left, r.debt_steps, t.paid, t.steps)
    from refunds r
    left join (
      select account_id, refund_id, sum(amount) as paid, array_agg(round::int order by round) as steps
      from ledger_transfers where kind = 'debt_paid' and refund_id is not null group by 1, 2
    ) t on t.account_id = r.account_id and t.refund_id = r.id
    where r.owed - r.owed_left <> coalesce(t.paid, 0)
      or coalesce(t.steps, '{}') <> array(select generate_series(1, r.debt_steps))`,

  "What was refunded of an order was refunded of its milestones, by refunds that were asked for": `
    select e.account_id, 'escrow ' || e.id, format('refunded %s held, %s released; milestones %s, %s; refunds %s, %s; amiss %s',
      e.refunded_held, e.refunded_released, m.held, m.released, r.held, r.released, m.amiss)
    from escrows e
    cross join lateral (
      select sum(m.refunded_held) as held, sum(m.refunded_released) as released,
        count(*) filter (where (m.refunded_held, m.refunded_released) is distinct from (s.held, s.released)) as amiss
      from milestones m
      cross join lateral (
        select coalesce(sum(held), 0) as held, coalesce(sum(released), 0) as released from refund_shares s
        where s.account_id = m.account_id and s.escrow_id = m.escrow_id and s.milestone_id = m.id
      ) s
      where m.account_id = e.account_id and m.escrow_id = e.id
    ) m
    cross join lateral (
      select coalesce(sum(held), 0) as held, coalesce(sum(released), 0) as released from refunds r
      where r.account_id = e.account_id and r.escrow_id = e.id and r.number is not null
    ) r
    where (e.refunded_held, e.refunded_released) is distinct from (m.held, m.released)
      or (e.refunded_held, e.refunded_released) is distinct from (r.held, r.released) or m.amiss > 0`,

  "The parts of a refund add up to it, and no payment gives back more than it brought": `
    select r.account_id, 'refund ' || r.id, format('owes %s, parts %s', r.amount, sum(part.amount))
    from refunds r
    left join refund_parts part on part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id
    group by r.account_id, r.escrow_id, r.id, r.amount having r.amount is distinct from sum(part.amount)
    union all
    select p.account_id, 'payment ' || p.id, format('brought %s, set aside %s, parts %s', p.received, p.given_back, coalesce(sum(part.amount), 0))
    from payments p
    left join refund_parts part on part.account_id = p.account_id and part.escrow_id = p.escrow_id and part.payment_id = p.id
    group by p.account_id, p.escrow_id, p.id, p.received, p.given_back
    having coalesce(sum(part.amount), 0) <> p.given_back or p.given_back > p.received`,

  "Every part of a refund that was paid out left the ledger once for each time, and came back as often as it did": `
    select coalesce(part.account_id, t.account_id), 'refund ' || coalesce(part.refund_id, t.refund_id),
      format('%s of %s less %s, kept %s, by payment %s, back %s times; ledger %s, %s', part.status, part.amount, part.charged_back, part.kept,
        coalesce(part.payment_id, t.payment_id), part.returns, t.booked, t.left_us)
    from refund_parts part
    full join (
      select account_id, refund_id, payment_id, array_agg(kind || ' ' || round order by round, kind) as booked,
        sum(case kind when 'refund_paid' then amount else -amount end) as left_us
      from ledger_transfers where kind in ('refund_paid', 'refund_returned') group by 1, 2, 3
    ) t on t.account_id = part.account_id and t.refund_id = part.refund_id and t.payment_id = part.payment_id
    where coalesce(t.left_us, 0) is distinct from case part.status when 'SUCCEEDED' then part.amount - part.charged_back else part.kept end
      or coalesce(t.booked, '{}') is distinct from (
      select coalesce(array_agg(line.kind || ' ' || line.round order by line.round, line.kind), '{}')
      from (
        select 'refund_paid' as kind, round
        from generate_series(1, part.returns + case part.status when 'SUCCEEDED' then 1 else 0 end) paid (round)
        union all
        select 'refund_returned', round from generate_series(1, part.returns) back (round)
      ) line)`,

  "A refund is as far as its parts are": `
    select r.account_id, 'refund ' || r.id, format('is %s, parts %s', r.status, parts.statuses)
    from refunds r
    cross join lateral (
      select array_agg(distinct part.status order by part.status) as statuses from refund_parts part
      where part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id
    ) parts
    where r.status <> case
      when 'FAILED' = any(statuses) then 'FAILED'
      when 'HELD' = any(statuses) then 'HELD'
      when statuses <@ array['SUCCEEDED', 'CHARGED_BACK'] then 'SUCCEEDED'
      when statuses = array['PENDING'] then 'PENDING'
      else 'SENT' end`,
};
