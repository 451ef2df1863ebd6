/** Rules about money in sellers' accounts at the provider that holds it. */

export const RULES_OF_HOLDER: Readonly<Record<string, string>> = {
  "No more is tied to a payment than it brought, nor to an order than was released of it": `
    select p.account_id, 'payment ' || p.id, format('brought %s of which %s released, tied %s', p.received, e.released, tied.of_payment)
    from (
      select account_id, source_escrow_id, source_payment_id, sum(amount) as of_payment,
        sum(sum(amount)) over (partition by account_id, source_escrow_id) as of_order
      from payouts where source_escrow_id is not null and status not in ('FAILED', 'CANCELLED') group by 1, 2, 3
    ) tied
    join payments p on (p.account_id, p.escrow_id, p.id) = (tied.account_id, tied.source_escrow_id, tied.source_payment_id)
    join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
    where tied.of_payment > p.received or tied.of_order > e.released`,

  "What is being taken back of a payout is asked for": `
    select p.account_id, 'payout ' || p.id, format('taking back %s, call %s', p.recalling, c.status)
    from payouts p left join payout_calls c on c.account_id = p.account_id and c.payout_id = p.id
    where p.recalling is not null and c.status is distinct from 'OPEN'`,

  "What is in a seller's account at a provider is what the ledger moved there less what it moved back": `
    select d.account_id, 'destination ' || d.id, format('payouts have %s, the ledger %s', coalesce(p.there, 0), coalesce(t.there, 0))
    from payout_destinations d
    left join (
      select account_id, destination_id, sum(amount - taken_back) as there from payouts where status = 'PAID' group by 1, 2
    ) p on p.account_id = d.account_id and p.destination_id = d.id
    left join (
      select t.account_id, o.destination_id, sum(case t.kind when 'payout_paid' then t.amount when 'payout_returned' then -t.amount end) as there
      from ledger_transfers t join payouts o on o.account_id = t.account_id and o.id = t.payout_id
      where t.kind in ('payout_paid', 'payout_returned') group by 1, 2
    ) t on t.account_id = d.account_id and t.destination_id = d.id
    where d.kind = 'connected' and coalesce(p.there, 0) <> coalesce(t.there, 0)`,
};
