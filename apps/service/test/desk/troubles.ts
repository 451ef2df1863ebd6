/** What goes wrong at a service of many accounts, for the pages of the desk that show it. */
import type { Person } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import { until } from "../payments/desk.js";
import { sqlOf } from "./operator.js";

/**
 * Something for every page of the desk to show: endpoints that fail, a suspended account, sign-ins of strangers, notices that nothing
 * was done with, what an audit found, and lines of the log.
 * @param given.escrow its clock stops for the audit.
 */
export async function troubles(
  world: World,
  { shop, escrow, grace }: { readonly shop: Merchant; readonly escrow: Json; readonly grace: Person },
): Promise<void> {
  const sql = sqlOf(world);
  const other = await world.merchant("Blue Glaze Works");
  await sql(
    `insert into webhook_endpoints (slot, account_id, id, url, secret, since_number, created, consecutive_failures)
     select 1, account_id, gen_random_uuid(), 'https://shop.example/hooks/orders', 'x', last_number, service_now(), 27
     from event_counters where account_id in ($1, $2)`,
    [shop.account, other.account],
  );
  await sql(
    `insert into security_events (kind, subject, network, user_agent, created)
     select kind, '', network, 'Mozilla/5.0', service_now()
     from unnest(array['buyer_code_wrong', 'sign_in_failed']) kind, unnest(array['198.51.100.7', '2001:db8:1234:5678::/64']) network,
       generate_series(1, 40)`,
  );
  await sql(
    `insert into provider_notices (provider, notice_id, reports, body, received, status, error)
     values ('stripe', 'evt_1QkZ4bPq7Lw2', '[{"about":"payment","reference":"HF7QK2M9XW9TPA","outcome":"succeeded","amount":"25645","currency":"EUR"}]',
       '{}', service_now() - 7200, 'PARKED', 'Money arrived in EUR, and USD was asked for.'),
       ('pawapay', 'fb0fb9e2-8a1c-4a0e-9d5a-2f9f4d1c7a11', '[{"about":"payment","reference":"HFUNKNOWN00001"}]', '{}',
         service_now() - 200000, 'UNNAMED', null)`,
  );
  await sql(
    `insert into provider_health (provider, failures, held_until, reason, since)
     values ('pawapay', 5, service_now_ms() + 60000, 'it answered with HTTP 503', service_now() - 900)`,
  );
  await grace.post(`/desk/accounts/${other.sellerCode}/suspend`, {
    reason: "Three buyers report the same broken bowls.",
  });
  await grace.post(`/desk/accounts/${other.sellerCode}/fees`, { percent: "1.5", fixed: "0.30", min: "", max: "20" });
  await sql("update escrows set due_at = 1000000000000 where id = $1", [escrow["id"]]);
  await reserved(world);
  await grace.post("/desk/ledger/run");
  await until(async () => (await sql("select 1 from ledger_audits where findings = 1"))[0]);
  await sql("update escrows set due_at = null where id = $1", [escrow["id"]]);
}

/** A provider set money aside, and its statement says so in a line that is none of ours. */
async function reserved(world: World): Promise<void> {
  const sql = sqlOf(world);
  await sql(
    `with line as (
       insert into provider_lines (provider, line_id, type, amount, fee, net, currency, at, available_at, read_at)
       values ('sandbox-card', 'hold-20260510-reserve', 'other', -125000, 0, -125000, 'USD', service_now(), service_now(), service_now())
       returning number, provider, currency, net, at
     ),
     entry as (
       insert into house_entries (kind, provider, currency, line, provider_balance, suspense, created)
       select 'line', provider, currency, number, net, -net, at from line
     ),
     day as (
       insert into provider_days (provider, currency, day, lines, opening, moved, closing, off, closed_at)
       select provider, currency, at / 86400, 1, 0, net, net, 125000, at from line
     ),
     said as (
       insert into provider_balances (provider, currency, at, available, pending) select provider, currency, at, 0, 0 from line
     ),
     covered as (
       insert into client_money_days (day, currency, at, owed, provider_balance, in_transit, bank, untold, unexplained)
       select at / 86400, currency, at, 51000, net, 0, 0, 51000, 0 from line
     )
     insert into reconciliation_differences (provider, class, line, currency, amount, suspense, opened)
     select provider, 'unknown_type', number, currency, net, -net, at from line`,
  );
  await sql(
    "update provider_statements set booked = (select max(number) from provider_lines) where provider = 'sandbox-card'",
  );
}
