/**
 * What events tell of their objects. `offset 0` keeps the server from carrying whole bodies through what sorts this, and from reading them again
 * for each field.
 */
const TOLD = `
  select account_id, number, type, o ->> 'object' as kind, o ->> 'id' as id, o ->> 'status' as status, o ->> 'previous_status' as previous
  from (select account_id, number, type, body::jsonb -> 'data' -> 'object' as o from events offset 0) parsed offset 0`;

/** Rules of the audit about what others are told: events, histories, offers and deliveries. In the form of those about money. */
export const RULES_OF_EVENTS: Readonly<Record<string, string>> = {
  "Event numbers are 1 to n without a gap": `
    select coalesce(c.account_id, e.account_id), 'events', format('%s events, last %s, counter %s', e.count, e.last, c.last_number)
    from event_counters c
    full join (select account_id, count(*) as count, max(number) as last from events group by account_id) e using (account_id)
    where coalesce(e.count, 0) <> c.last_number or coalesce(e.last, 0) <> c.last_number or c.account_id is null`,

  "Every change of a status is one event that tells the real earlier status": `
    with chained as (
      select *, lag(status) over (partition by account_id, kind, id order by number) as before from (${TOLD}) told where kind <> 'ping'
    )
    select account_id, 'event ' || number, format('%s: previous_status %s, really %s', type, previous, before) from chained
    where previous is distinct from
      coalesce(before, case kind when 'milestone' then 'PENDING' when 'checkout.session' then 'OPEN' end)
      -- Money went back, and the status stayed.
      and not (type = 'escrow.updated' and previous is null and status = before)`,

  "The last event of an object tells the status that it has": `
    with last_told as (
      select distinct on (account_id, kind, id) account_id, kind, id, status
      from (${TOLD}) told order by account_id, kind, id, number desc
    ),
    actual as (
      select account_id, 'escrow' as kind, id::text, status, true as must_be_told from escrows
      union all
      select account_id, 'milestone', id::text, status, status <> 'PENDING' from milestones
    )
    select a.account_id, a.kind || ' ' || a.id, format('is %s, last told %s', a.status, t.status)
    from actual a left join last_told t using (account_id, kind, id)
    where case when a.must_be_told or t.status is not null then t.status is distinct from a.status else false end`,

  "Every ended session was told": `
    select s.account_id, 'sessions', format('%s ended, %s told', s.ended, coalesce(e.told, 0))
    from (
      select account_id, sum(ended) as ended from (
        select account_id, count(*) as ended from checkout_sessions where status <> 'OPEN' group by account_id
        union all
        select account_id, sessions from forgotten_sessions
      ) sessions group by account_id
    ) s
    left join (select account_id, count(*) as told from events where type like 'checkout.session.%' group by account_id) e using (account_id)
    where s.ended <> coalesce(e.told, 0)`,

  "A milestone's history leads to the status that it has": `
    with chained as (
      select account_id, milestone_id, number, from_status, to_status,
        lag(to_status, 1, 'PENDING') over steps as before, lead(number) over steps as following
      from milestone_entries window steps as (partition by account_id, milestone_id order by number)
    )
    select m.account_id, 'milestone ' || m.id, format('is %s, history from %s to %s after %s', m.status, c.from_status, c.to_status, c.before)
    from milestones m left join chained c on c.account_id = m.account_id and c.milestone_id = m.id
    where (c.number is null and m.status <> 'PENDING') or c.from_status <> c.before or (c.following is null and c.to_status <> m.status)`,

  "What the sides of a dispute agreed on is what was paid": `
    with agreed as (
      select o.account_id, o.escrow_id, o.made_by, o.release, o.refund from settlement_offers o where o.status = 'ACCEPTED'
    ),
    settled as (
      select distinct account_id, escrow_id, actor from milestone_entries where verb = 'settle' and actor in ('buyer', 'merchant')
    )
    select coalesce(o.account_id, s.account_id), 'escrow ' || coalesce(o.escrow_id, s.escrow_id),
      format('%s offered %s and %s, %s accepted; %s, settled for %s, %s of %s released',
        o.made_by, o.release, o.refund, s.actor, e.status, paid.settled, e.released, e.amount)
    from agreed o
    full join settled s on s.account_id = o.account_id and s.escrow_id = o.escrow_id
    join escrows e on e.account_id = coalesce(o.account_id, s.account_id) and e.id = coalesce(o.escrow_id, s.escrow_id)
    cross join lateral (
      select coalesce(sum(amount), 0) as settled from ledger_transfers t
      where t.account_id = e.account_id and t.escrow_id = e.id and t.kind = 'settlement'
    ) paid
    -- A seller who gives back all that is left needs no offer.
    where (o.made_by is not null or s.actor <> 'merchant' or paid.settled <> 0 or e.status <> 'CLOSED') and (
      o.made_by is null or s.actor is null or o.made_by = s.actor
      or paid.settled <> o.release or (e.charged_back = 0 and e.amount - e.released - e.refunded_held <> o.refund)
      or e.status <> case when o.refund = 0 and e.charged_back = 0 then 'COMPLETED' else 'CLOSED' end)`,

  "A side has at most one offer on the table": `
    select account_id, 'escrow ' || escrow_id, format('%s open offers by the %s', count(*), made_by)
    from settlement_offers where status = 'OPEN' group by account_id, escrow_id, made_by having count(*) > 1`,

  "What is on the table splits all that is left of an escrow in dispute": `
    select o.account_id, 'escrow ' || o.escrow_id,
      format('%s, %s of %s released, offered %s and %s', e.status, e.released, e.amount, o.release, o.refund)
    from settlement_offers o join escrows e on e.account_id = o.account_id and e.id = o.escrow_id
    where o.status = 'OPEN' and (e.status <> 'DISPUTED' or least(e.amount - e.released - e.refunded_held, e.held) <> o.release + o.refund)`,

  "Every event has one delivery for each endpoint that takes its type": `
    select e.account_id, 'event ' || e.number, format('%s deliveries to endpoint %s', coalesce(d.count, 0), w.id)
    from webhook_endpoints w
    join events e on e.account_id = w.account_id and e.number > w.since_number and e.type <> 'ping'
      and (w.event_types is null or e.type = any(w.event_types))
    left join (
      select account_id, endpoint_id, event_number, count(*) as count
      from (
        select account_id, endpoint_id, event_number, origin from webhook_queue
        union all
        select account_id, endpoint_id, event_number, origin from webhook_deliveries
      ) made where origin = 'event' group by 1, 2, 3
    ) d on d.account_id = w.account_id and d.endpoint_id = w.id and d.event_number = e.number
    where w.status <> 'DELETED' and coalesce(d.count, 0) <> 1`,

  "A delivery is of an event of its account to an endpoint of its account, and either open or closed": `
    select d.account_id, 'delivery ' || d.id, format('%s times, event %s, endpoint %s', count(*), d.event_number, d.endpoint_id)
    from (
      select account_id, id, endpoint_id, event_number, true as is_open from webhook_queue
      union all
      select account_id, id, endpoint_id, event_number, false from webhook_deliveries
    ) d
    left join events e on e.account_id = d.account_id and e.number = d.event_number
    left join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
    group by d.account_id, d.id, d.event_number, d.endpoint_id
    having count(*) <> 1 or count(e.number) = 0 or count(w.id) = 0`,

  "Whatever waits for an enabled endpoint will be looked at in time, and nothing waits for a deleted one": `
    select w.account_id, 'endpoint ' || w.id, format('%s, %s wait, first due %s, looked at %s', w.status, q.count, q.first, w.ready_at)
    from webhook_endpoints w
    join (select account_id, endpoint_id, count(*) as count, min(due_at) as first from webhook_queue group by 1, 2) q
      on q.account_id = w.account_id and q.endpoint_id = w.id
    where w.status = 'DELETED' or (w.status = 'ENABLED' and w.worker is null and (w.ready_at is null or w.ready_at > q.first))`,
};
