/** Rules of the audit about the house's book, and what merchants' books say lies outside. In the form of the others; of no account. */
import { HOUSE_ACCOUNTS } from "../../../domain/reconciliation.js";

const sums = HOUSE_ACCOUNTS.map((name) => `sum(${name}) as ${name}`).join(", ");
const columns = (row: string): string => HOUSE_ACCOUNTS.map((name) => `coalesce(${row}.${name}, 0)`).join(", ");

export const HOUSE_ACCOUNT_RULES: Readonly<Record<string, string>> = {
  "Whatever touches the outside is one movement at the provider of its payment or payout": `
    with booked as (
      select account_id, provider, currency, movement_of(kind) as type, payment_id,
        case when movement_of(kind) <> 'payment' then refund_id end as refund_id, payout_id, round,
        sum(case debit_kind when 'external' then 1 else -1 end * coalesce(presented, amount)) as amount,
        sum(case debit_kind when 'external' then amount else -amount end) as books
      from ledger_transfers where 'external' in (debit_kind, credit_kind) group by 1, 2, 3, 4, 5, 6, 7, 8
      -- What is worth less than the smallest coin moves nowhere.
      having sum(case debit_kind when 'external' then 1 else -1 end * coalesce(presented, amount)) <> 0
    ),
    moved as (
      select account_id, provider, currency, type, payment_id, refund_id, payout_id, round, sum(amount) as amount,
        sum(coalesce(books, amount)) as books
      from provider_movements
      -- What this cell's statements have told of an account stays when the account moves to another cell.
      where account_id in (select id from accounts) group by 1, 2, 3, 4, 5, 6, 7, 8
    ),
    whose as (
      select b.*, coalesce(o.provider, p.provider) as meant, coalesce(o.presented_currency, p.presented_currency, 'USD') as meant_in
      from booked b
      left join payments p on p.account_id = b.account_id and p.id = b.payment_id
      left join payouts o on o.account_id = b.account_id and o.id = b.payout_id
    )
    select coalesce(w.account_id, m.account_id), coalesce(w.type, m.type) || ' ' ||
        coalesce(w.payout_id, w.refund_id, w.payment_id, m.payout_id, m.refund_id, m.payment_id),
      format('booked %s %s (%s USD) at %s, which is %s in %s; moved %s %s (%s USD) at %s', w.amount, w.currency, w.books, w.provider, w.meant,
        w.meant_in, m.amount, m.currency, m.books, m.provider)
    from whose w
    full join moved m on (m.account_id, m.type, m.round) = (w.account_id, w.type, w.round)
      and coalesce(m.payout_id, m.refund_id, m.payment_id) = coalesce(w.payout_id, w.refund_id, w.payment_id)
      and m.payment_id is not distinct from w.payment_id
    where (w.amount, w.books, w.provider, w.currency, w.meant, w.meant_in)
      is distinct from (m.amount, m.books, m.provider, m.currency, w.provider, w.currency)`,

  "What moved no coin left client money once, for as much as merchants' books have": `
    with booked as (
      select account_id, provider, currency, (array_agg(id order by id))[1] as transfer_id,
        sum(case debit_kind when 'external' then amount else -amount end) as books
      from ledger_transfers where currency <> 'USD'
      group by account_id, escrow_id, provider, currency, movement_of(kind), payment_id, payout_id, round,
        case when movement_of(kind) <> 'payment' then refund_id end
      having sum(case debit_kind when 'external' then presented else -presented end) = 0
        and sum(case debit_kind when 'external' then amount else -amount end) <> 0
    )
    select coalesce(t.account_id, e.account_id), 'transfer ' || coalesce(t.transfer_id, e.transfer_id),
      format('%s USD for %s at %s; entry %s USD for %s at %s', t.books, t.currency, t.provider, e.fx, e.exchanged, e.provider)
    from booked t
    full join (select * from house_entries where kind = 'rounding' and account_id in (select id from accounts)) e
      using (account_id, transfer_id)
    where (t.provider, t.currency, t.books) is distinct from (e.provider, e.exchanged, e.fx)
      -- Of an account that came from another cell the entry is in that cell's book.
      and not (e.transfer_id is null and exists (
        select 1 from provider_movements m where m.account_id = t.account_id and m.is_told_elsewhere))`,

  "What exchange holds of each currency is what its entries say": `
    select 0, coalesce(e.currency, f.currency), format('stored %s and %s USD, recomputed %s and %s', f.abroad, f.books, e.abroad, e.books)
    from (
      select coalesce(exchanged, currency) as currency, coalesce(sum(fx) filter (where currency <> 'USD'), 0) as abroad,
        coalesce(sum(fx) filter (where currency = 'USD'), 0) as books
      from house_entries where fx <> 0 group by 1
    ) e
    full join fx_positions f using (currency)
    where (coalesce(e.abroad, 0), coalesce(e.books, 0)) is distinct from (coalesce(f.abroad, 0), coalesce(f.books, 0))`,

  "The house's balances equal its entries, and these add up to nothing": `
    select 0, coalesce(e.provider, b.provider) || ' ' || coalesce(e.currency, b.currency),
      format('stored %s, recomputed %s', (${columns("b")}), (${columns("e")}))
    from (select provider, currency, ${sums} from house_entries group by 1, 2) e
    full join house_balances b using (provider, currency)
    where (${columns("b")}) is distinct from (${columns("e")})
      or ${HOUSE_ACCOUNTS.map((name) => `coalesce(b.${name}, 0)`).join(" + ")} <> 0`,

  "A line of a provider's statement that was booked is one entry in its currency, of as much as it says": `
    select 0, 'line ' || l.line_id || ' of ' || l.provider,
      format('moved %s %s, kept %s; booked %s %s', l.net, l.currency, l.fee, e.provider_balance, e.currency)
    from provider_lines l
    join provider_statements s on s.provider = l.provider and l.number <= s.booked
    left join house_entries e on e.line = l.number and e.currency = l.currency
    where (e.provider, e.currency, e.provider_balance) is distinct from (l.provider, l.currency, l.net)
      or e.provider_costs <> case l.type when 'fee' then -l.net else l.fee end
    union all
    select 0, 'line ' || l.line_id || ' of ' || l.provider, format('booked %s %s in %s beside it', e.provider_balance, e.currency, l.currency)
    from house_entries e join provider_lines l on l.number = e.line
    where e.currency <> l.currency and (e.currency <> 'USD' or e.client_money = 0 or e.client_money <> -e.fx)`,

  "Client money is in USD, and at each provider what merchants' books have there and its statement tells of": `
    select 0, coalesce(m.provider, b.provider) || ' ' || coalesce(m.currency, b.currency),
      format('merchants'' books have %s, the house''s %s', coalesce(m.amount, 0), coalesce(-b.client_money, 0))
    from (
      select provider, 'USD' as currency, sum(amount) as amount from (
        select provider, coalesce(books, amount) as amount from provider_movements where line is not null
        union all
        select provider, fx from house_entries where kind = 'rounding'
      ) told group by 1
    ) m
    full join house_balances b using (provider, currency)
    where coalesce(m.amount, 0) <> coalesce(-b.client_money, 0)`,

  "What stands in suspense is what differences say that nobody has explained": `
    select 0, coalesce(d.provider, b.provider) || ' ' || coalesce(d.currency, b.currency),
      format('differences say %s, suspense holds %s', coalesce(d.amount, 0), coalesce(b.suspense, 0))
    from (
      select provider, currency, sum(suspense) as amount from reconciliation_differences
      where status = 'OPEN' or booked_to = 'suspense' group by 1, 2
    ) d
    full join house_balances b using (provider, currency)
    where coalesce(d.amount, 0) <> coalesce(b.suspense, 0)`,

  "A day of a provider's statement begins where the one before it ended, and has all of its lines": `
    select 0, provider || ' day ' || day, format('opens with %s after %s, moved %s of %s', opening, before, moved, told)
    from (
      select d.*, lag(closing) over days as before, lag(day) over days as day_before, coalesce(l.told, 0) as told
      from provider_days d
      left join (
        select provider, currency, at / 86400 as day, sum(net) as told from provider_lines group by 1, 2, 3
      ) l using (provider, currency, day)
      window days as (partition by provider, currency order by day)
    ) d
    where opening <> coalesce(before, opening) or day <> coalesce(day_before + 1, day) or moved <> told`,
};
