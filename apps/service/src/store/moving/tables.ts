/** Which tables an account's rows are in, and what becomes of the rest when it moves. A test fails for a table that is in no list. */

/** How rows of a table are kept from changing while their account moves. */
type Fence =
  /** Writes are refused, to be tried again later. */
  | "refused"
  /** Written by statements about many accounts: those rows are left out. */
  | "skipped"
  /** Nothing, for it changes with a row of another table, or its account's rows alone tell which they are. */
  | "none";

export type MovedTable = {
  readonly name: string;
  /** Which rows; `$1` is the account. */
  readonly where: string;
  readonly fence: Fence;
  /** Columns that are another in the cell where they arrive. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Claims that workers no longer make once a move has begun, as a condition on `old` and `new`. */
  readonly claim?: string;
  /** How many rows are held in memory at a time. */
  readonly atOnce?: number;
  /** Rows that stay behind when the others go. */
  readonly kept?: string;
};

const OF_ACCOUNT = "account_id = $1";
const leases = (name: string): MovedTable => ({
  name,
  where: OF_ACCOUNT,
  fence: "skipped",
  changed: { leased_until: "null::timestamptz" },
  claim: "new.leased_until is not null and new.leased_until is distinct from old.leased_until",
});
const refused = (name: string): MovedTable => ({ name, where: OF_ACCOUNT, fence: "refused" });

/** Of payments, refunds and payouts, as providers know them. */
const OF_REFERENCE = `split_part(reference, '.', 1) in (
  select reference from payments where account_id = $1
  union all select reference::text from refund_parts where account_id = $1
  union all select reference::text from payouts where account_id = $1
  union all select reference::text from connected_accounts where account_id = $1)`;
const named = (name: string): MovedTable => ({ name, where: OF_REFERENCE, fence: "none" });

/** Whole rows beside a file of megabytes. */
const WITH_FILES = 8;

/** What moves, parents before their children. */
export const MOVED: readonly MovedTable[] = [
  { name: "accounts", where: "id = $1", fence: "refused", changed: { moving: "false" }, atOnce: 1 },
  ...["api_keys", "team_members", "team_invitations", "notification_settings", "notification_reads"].map(refused),
  ...["verification_submissions", "account_days", "forgotten_sessions", "forgotten_keys"].map(refused),
  { ...refused("verification_documents"), atOnce: WITH_FILES },
  ...["event_counters", "payment_links", "checkout_sessions", "payment_link_places", "escrows"].map(refused),
  ...["milestones", "milestone_entries", "settlement_offers", "stop_links", "order_notes"].map(refused),
  refused("order_messages"),
  { ...refused("message_files"), atOnce: WITH_FILES },
  { ...refused("evidence"), atOnce: WITH_FILES },
  ...["payments", "refunds", "refund_shares", "refund_parts", "refund_requests"].map(refused),
  { ...refused("payment_proofs"), atOnce: WITH_FILES },
  {
    ...refused("chargebacks"),
    claim: "to_jsonb(new) - 'look_at' = to_jsonb(old) - 'look_at'",
  },
  ...["chargeback_entries", "payout_destinations", "payouts"].map(refused),
  {
    ...refused("connected_accounts"),
    claim: "to_jsonb(new) - '{look_at,send_at}'::text[] = to_jsonb(old) - '{look_at,send_at}'::text[]",
  },
  ...["provider_calls", "payout_calls", "endpoint_checks"].map(leases),
  ...["events", "ledger_accounts", "ledger_transfers", "wallet_lines"].map(refused),
  {
    ...refused("provider_movements"),
    changed: { line: "null::bigint", is_told_elsewhere: "is_told_elsewhere or line is not null" },
    // What a statement of this cell has told of is part of its balances for good.
    kept: "line is not null",
  },
  {
    name: "webhook_endpoints",
    where: OF_ACCOUNT,
    fence: "skipped",
    changed: { worker: "null::uuid", ready_at: "null::bigint" },
    claim: "old.worker is null and new.worker is not null",
  },
  ...["webhook_queue", "webhook_deliveries", "webhook_attempts"].map(refused),
  { name: "api_requests", where: OF_ACCOUNT, fence: "skipped" },
  ...["operator_approvals", "operator_actions", "security_events"].map(refused),
  ...["rail_payments", "rail_receipts"].map(named),
  // Its batch stays: what was in one is in none of the other cell, for its money may have left.
  { ...named("rail_outgoing"), changed: { batch: "case when batch is not null then 0 end" } },
  ...["provider_objects", "sandbox_bank.payments", "sandbox_bank.receipts"].map(named),
  ...["sandbox_bank.outgoing", "sandbox_bank.disputes", "sandbox_bank.repeats", "sandbox_bank.connected"].map(named),
];

/** Made anew by a worker where the account arrives. */
export const REBUILT: readonly string[] = ["search_progress", "search_entries", "search_chapters"];

const OF_SELLERS = `
  select seller_id from team_members where account_id = $1
  union all select opened_by from accounts where id = $1
  union all select created_by from api_keys where account_id = $1
  union all select invited_by from team_invitations where account_id = $1
  union all select seller_id from security_events where account_id = $1
  union all select author_id from order_notes where account_id = $1
  union all select author_id from order_messages where account_id = $1
  union all select requested_by from payouts where account_id = $1
  union all select opened_by from connected_accounts where account_id = $1
  union all select unnest(array[asked_by, closed_by]) from refund_requests where account_id = $1
  union all select submitted_by from verification_submissions where account_id = $1
  union all select unnest(array[operator_id, second_id]) from operator_actions where account_id = $1
  union all select unnest(array[asked_by, decided_by]) from operator_approvals where account_id = $1`;

export const SELLERS: MovedTable = { name: "sellers", where: `id in (${OF_SELLERS})`, fence: "none" };

/** People whom other accounts know too: both cells know them from then on. How they sign in is the directory's. */
export const PEOPLE: readonly MovedTable[] = [
  SELLERS,
  { name: "buyers", where: "email in (select buyer_email from escrows where account_id = $1)", fence: "none" },
];

/** Of the cell itself: how it works, what it has told people and heard from providers, the house's books, and who is signed in. */
export const STAYING: readonly string[] = [
  ...["schema_migrations", "secret_key_check", "kept_keys", "test_clock", "rate_windows", "webhook_workers", "mails"],
  ...["held_accounts", "people_news_read", "operator_identity", "rates"],
  ...["buyer_sessions", "sign_in_challenges", "sign_in_refusals", "sign_in_windows", "spent_challenges"],
  ...["seller_challenges", "seller_passkeys", "seller_recovery_codes", "seller_sessions"],
  ...["ledger_audits", "ledger_audit_findings", "house_balances", "house_entries", "client_money_days"],
  ...["fx_positions", "currency_days"],
  ...["provider_balances", "provider_days", "provider_health", "provider_lines", "provider_notices", "provider_offers"],
  ...[
    "provider_statements",
    "reconciliation_differences",
    "refund_turns",
    "rail_statements",
    "rail_lines",
    "rail_uploads",
    "rail_batches",
  ],
  ...["sandbox_bank.moods", "sandbox_bank.notices", "sandbox_bank.statement_faults"],
];
