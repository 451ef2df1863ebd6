/** Rules of the audit about payments that banks dispute. In the form of those about money. */
export const RULES_OF_CHARGEBACKS: Readonly<Record<string, string>> = {
  "No payment gives back and is charged back more than it brought": `
    select p.account_id, 'payment ' || p.id,
      format('brought %s, set aside %s, charged back %s, its chargebacks %s; %s open, really %s', p.received, p.given_back,
        p.charged_back, c.charged_back, p.open_chargebacks, c.open_chargebacks)
    from payments p
    cross join lateral (
      select coalesce(sum(taken - returned - from_refund), 0) as charged_back, count(*) filter (where closed_at is null) as open_chargebacks
      from chargebacks c where c.account_id = p.account_id and c.escrow_id = p.escrow_id and c.payment_id = p.id
    ) c
    where p.given_back + p.charged_back > p.received
      or (p.charged_back, p.open_chargebacks) is distinct from (c.charged_back, c.open_chargebacks::smallint)`,

  "What a chargeback took and gave back is in the ledger, by where it came from": `
    select coalesce(c.account_id, t.account_id), 'chargeback ' || coalesce(c.id, t.chargeback_id),
      format('took %s, gave back %s, from %s %s %s %s, fee %s; ledger %s, %s, %s %s %s %s, %s', c.taken, c.returned, c.from_held,
        c.from_refund, c.from_wallet, c.from_owed, c.fee, t.taken, t.returned, t.held, t.refund, t.wallet, t.owed, t.fee)
    from chargebacks c
    full join (
      select account_id, chargeback_id,
        coalesce(sum(amount) filter (where kind = 'chargeback_taken'), 0) as taken,
        coalesce(sum(amount) filter (where kind = 'chargeback_returned'), 0) as returned,
        coalesce(sum(case kind when 'chargeback_held' then amount when 'held_restored' then -amount end), 0) as held,
        coalesce(sum(case kind when 'chargeback_refund' then amount when 'refund_restored' then -amount end), 0) as refund,
        coalesce(sum(case when kind in ('chargeback_wallet', 'debt_paid') then amount when kind = 'wallet_restored' then -amount end), 0) as wallet,
        coalesce(sum(case when kind = 'chargeback_owed' then amount when kind in ('owed_restored', 'debt_paid') then -amount end), 0) as owed,
        coalesce(sum(amount) filter (where kind = 'chargeback_fee'), 0) as fee
      from ledger_transfers where chargeback_id is not null group by 1, 2
    ) t on t.account_id = c.account_id and t.chargeback_id = c.id
    -- What is paid of a debt pays the fee as well, which no source gave.
    where (c.taken, c.returned, c.from_held, c.from_refund, c.from_wallet + c.fee - c.fee_owed, c.from_owed - c.fee + c.fee_owed, c.fee)
      is distinct from (coalesce(t.taken, 0), coalesce(t.returned, 0), coalesce(t.held, 0), coalesce(t.refund, 0),
        coalesce(t.wallet, 0), coalesce(t.owed, 0), coalesce(t.fee, 0))`,

  "Nothing of a chargeback stays on its way": `
    select l.account_id, 'escrow ' || l.escrow_id, format('%s in, %s out', l.credits, l.debits)
    from ledger_accounts l where l.kind = 'chargebacks' and l.credits <> l.debits`,

  "What a merchant owes is what is open of the chargebacks and refunds": `
    select coalesce(l.account_id, c.account_id), 'merchant', format('owes %s, chargebacks and refunds %s', coalesce(l.owed, 0), coalesce(c.owed, 0))
    from (select account_id, debits - credits as owed from ledger_accounts where kind = 'merchant_owes') l
    full join (
      select account_id, sum(owed) as owed from (
        select account_id, from_owed + fee_owed as owed from chargebacks
        union all
        select account_id, owed_left from refunds where owed_left > 0
      ) debts group by account_id
    ) c using (account_id)
    where coalesce(l.owed, 0) <> coalesce(c.owed, 0)`,

  "A disputed payment has no refund that waits to be sent, and nothing else is held": `
    select part.account_id, 'refund ' || part.refund_id, format('%s by payment %s, %s disputes', part.status, part.payment_id, p.open_chargebacks)
    from refund_parts part
    join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
    where (part.status = 'PENDING' and p.open_chargebacks > 0) or (part.status = 'HELD' and p.open_chargebacks = 0)`,

  "An order stands still exactly while a bank disputes a payment of it": `
    select e.account_id, 'escrow ' || e.id, format('%s, %s open, really %s', e.status, e.open_chargebacks, c.open)
    from escrows e
    cross join lateral (
      select count(*) as open from chargebacks c where c.account_id = e.account_id and c.escrow_id = e.id and c.closed_at is null
    ) c
    where e.open_chargebacks <> c.open or (c.open > 0 and e.status in ('IN_ESCROW', 'WORK_IN_PROGRESS'))`,

  "The history of a chargeback leads to the status that it has": `
    select c.account_id, 'chargeback ' || c.id, format('is %s, last told %s', c.status, last.status)
    from chargebacks c
    left join lateral (
      select status from chargeback_entries line
      where line.account_id = c.account_id and line.escrow_id = c.escrow_id and line.chargeback_id = c.id
      order by number desc limit 1
    ) last on true
    where last.status is distinct from c.status`,
};
