/**
 * Rules of the audit about payments in the payer's currency: what is true of their amounts in USD is true of those in the other currency
 * as well. In the form of those about money.
 */
export const RULES_OF_PRESENTED: Readonly<Record<string, string>> = {
  "What came in a payer's currency was credited in full, and what the escrow took of it is what it was given": `
    select p.account_id, 'payment ' || p.id, format('received %s %s, the escrow took %s (%s USD); credited %s, %s to the escrow (%s USD)',
      p.presented_received, p.presented_currency, p.presented_accepted, p.accepted, t.credited, t.accepted, t.accepted_books)
    from payments p
    cross join lateral (
      select coalesce(sum(t.presented), 0) as credited, coalesce(sum(t.presented) filter (where t.kind = 'payment'), 0) as accepted,
        coalesce(sum(t.amount) filter (where t.kind = 'payment'), 0) as accepted_books
      from ledger_transfers t
      where t.account_id = p.account_id and t.escrow_id = p.escrow_id and t.payment_id = p.id and t.kind in ('payment', 'excess')
    ) t
    where p.presented_currency is not null and (p.presented_received, p.presented_accepted, p.accepted)
      is distinct from (t.credited, t.accepted, t.accepted_books)`,

  "No payment gives back and is charged back more of the payer's currency than came": `
    select p.account_id, 'payment ' || p.id, format('came %s %s, set aside %s, charged back %s; parts %s, chargebacks %s', p.presented_received,
      p.presented_currency, p.presented_given_back, p.presented_charged_back, part.presented, c.presented)
    from payments p
    cross join lateral (
      select coalesce(sum(part.presented), 0) as presented, count(*) filter (where part.presented is null) as amiss
      from refund_parts part where part.account_id = p.account_id and part.escrow_id = p.escrow_id and part.payment_id = p.id
    ) part
    cross join lateral (
      select coalesce(sum(c.presented_net), 0) as presented, count(*) filter (where c.presented is null) as amiss
      from chargebacks c where c.account_id = p.account_id and c.escrow_id = p.escrow_id and c.payment_id = p.id
    ) c
    where p.presented_currency is not null and ((p.presented_given_back, p.presented_charged_back) is distinct from (part.presented, c.presented)
      or part.amiss + c.amiss > 0 or p.presented_given_back + p.presented_charged_back > p.presented_received)`,

  "A payment that gave back all gave back exactly what came in the payer's currency": `
    select p.account_id, 'payment ' || p.id, format('%s USD came and went back; of %s %s went back %s', p.received, p.presented_received,
      p.presented_currency, p.presented_given_back + p.presented_charged_back)
    from payments p
    where p.presented_currency is not null and p.received = p.given_back + p.charged_back
      and p.presented_received <> p.presented_given_back + p.presented_charged_back`,

  "What was paid back in the payer's currency is what parts of refunds say": `
    select part.account_id, 'refund ' || part.refund_id, format('%s of %s less %s, kept %s, by payment %s; ledger %s', part.status, part.presented,
      part.presented_charged_back, part.presented_kept, part.payment_id, t.left_us)
    from refund_parts part
    cross join lateral (
      select coalesce(sum(case t.kind when 'refund_paid' then t.presented else -t.presented end), 0) as left_us
      from ledger_transfers t
      where t.account_id = part.account_id and t.escrow_id = part.escrow_id and t.refund_id = part.refund_id and t.payment_id = part.payment_id
        and t.kind in ('refund_paid', 'refund_returned')
    ) t
    where part.presented is not null and t.left_us
      <> case part.status when 'SUCCEEDED' then part.presented - part.presented_charged_back else part.presented_kept end`,

  "What banks took in the payer's currency is in the ledger, and with a dispute that was won all of it came back": `
    select c.account_id, 'chargeback ' || c.id, format('took %s of %s, gave back %s USD; ledger %s, %s', c.presented_taken, c.presented, c.returned,
      t.taken, t.returned)
    from chargebacks c
    cross join lateral (
      select coalesce(sum(t.presented) filter (where t.kind = 'chargeback_taken'), 0) as taken,
        coalesce(sum(t.presented) filter (where t.kind = 'chargeback_returned'), 0) as returned
      from ledger_transfers t where t.account_id = c.account_id and t.escrow_id = c.escrow_id and t.chargeback_id = c.id
    ) t
    where c.presented is not null and (t.taken, t.returned)
      is distinct from (c.presented_taken, case when c.returned > 0 then c.presented_taken else 0 end)`,
};
