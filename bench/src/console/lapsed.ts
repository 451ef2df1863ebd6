import type pg from "pg";

/** Orders of one statement. */
const BATCH = 20_000;
const FIRST_BATCH = 500;

/**
 * Orders that nobody paid, half a minute apart, the last one lying nearest to now: enough to look for, and quick to make. The worker
 * that reads orders for the search is kept off meanwhile: it would index each of them, and `indexOrders` does that at once.
 * @param range.first those before it are there already.
 */
export async function openLapsedOrders(
  pool: pg.Pool,
  account: string,
  { count, first = 1 }: { count: number; first?: number },
): Promise<void> {
  const rows = `
    select k, service_now() - ($2::bigint - k) * 30 as created,
      (lpad(to_hex((extract(epoch from clock_timestamp())::bigint - ($2::bigint - k) * 30) * 1000), 12, '0')
        || '7' || substr(md5(k::text), 1, 3) || '8' || substr(md5(k || 's'), 1, 15))::uuid as session,
      (lpad(to_hex((extract(epoch from clock_timestamp())::bigint - ($2::bigint - k) * 30) * 1000 + 9), 12, '0')
        || '7' || substr(md5(k::text), 1, 3) || '9' || substr(md5(k || 'e'), 1, 15))::uuid as escrow,
      (array['Oak dining chair', 'Walnut table', 'Logo and brand design', 'Refurbished phone', 'Wedding photography', 'Garden bench'])[1 + k % 6]
        || ' for ' || (array['Ada', 'Grace', 'Linus', 'Edsger', 'Barbara'])[1 + k % 5] as title
    from generate_series($3::bigint, $4::bigint) k`;
  await pool.query("update search_progress set leased_until = 'infinity' where account_id = $1", [account]);
  for (let from = first, size = FIRST_BATCH; from <= count; from += size, size = BATCH) {
    await pool.query(
      `with made as materialized (${rows}),
       sessions as (
         insert into checkout_sessions
           (account_id, id, status, amount, fees, external_reference, content, escrow_id, expires_at, completed_at, created)
         select $1, session, 'COMPLETED', 24990, 655, 'NW-' || k, json_build_object('title', title, 'customer_email', '')::text, escrow,
           created + 3600, created + 60, created
         from made
       ),
       milestones_made as (
         insert into milestones (account_id, escrow_id, id, position, reference_code, title, description, amount, status, submission_details)
         select $1, escrow, session, 0, 'MS-' || lpad(k::text, 8, '0'), title, '', 24990, 'PENDING', '' from made
       )
       insert into escrows
         (account_id, id, session_id, reference_code, status, title, description, external_reference, metadata, buyer_email, amount, fees,
          funded, released, fees_earned, refunded, created, funding_deadline, ended_at)
       select $1, escrow, session, 'TR-20250101.' || lpad(k::text, 7, '0') || '.24990', 'DEADLINE_EXPIRED', title, '', 'NW-' || k, '{}',
         'buyer-' || k % 5000 || '@example.com', 24990, 655, 0, 0, 0, 0, created + 60, created + 120, created + 120
       from made`,
      [account, count, from, Math.min(from + size - 1, count)],
    );
    // Triggers and foreign keys keep the plans that they made when there were a few rows: to read all of a table for each row.
    if (from === first) await pool.query("analyze");
  }
}
