-- Rails of the operator's own: what is expected on them, what came in, and what is to be sent from them. They are the books that a
-- provider would keep; adapters read them as they would ask a provider. Constraints of large tables are validated by the next migration.

-- A payment that a buyer was told how to make. `key` is its reference as any spelling of it reads.
create table rail_payments (
  provider text not null check (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'),
  reference text not null check (length(reference) between 1 and 80),
  key text not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created bigint not null,
  -- Nothing is waited for any more: it was given up, or money came.
  closed_at bigint,
  -- The buyer said that it was paid; an operator did not find it, and said why.
  claimed_at bigint,
  refused_at bigint,
  refusal text check (length(refusal) between 1 and 2000),
  primary key (provider, reference),
  check ((refused_at is null) = (refusal is null)),
  check (refused_at is null or claimed_at is not null)
);
create unique index rail_payments_key on rail_payments (key, provider);
create index rail_payments_open on rail_payments (created) where closed_at is null;
create index rail_payments_claimed on rail_payments (claimed_at) where closed_at is null and claimed_at is not null and refused_at is null;

-- Money that came in under a reference, as an operator or a statement says: written once.
create table rail_receipts (
  provider text not null,
  reference text not null,
  receipt smallint not null check (receipt > 0),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Days since 1970 on which the bank had it.
  day integer not null check (day > 0),
  bank_reference text not null check (length(bank_reference) between 1 and 140),
  booked_by text not null check (booked_by <> ''),
  created bigint not null,
  primary key (provider, reference, receipt),
  unique (provider, bank_reference),
  foreign key (provider, reference) references rail_payments (provider, reference)
);

create trigger rail_receipts_keep before delete or update or truncate on rail_receipts for each statement execute function refuse_change();

-- Money that is to leave by a rail.
create table rail_outgoing (
  provider text not null check (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'),
  kind text not null check (kind in ('refund', 'payout')),
  reference text not null check (length(reference) between 1 and 80),
  -- Of a refund: which money goes back.
  payment text check ((payment is not null) = (kind = 'refund')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created bigint not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'PAID', 'REFUSED', 'RETURNED')),
  reason text check (length(reason) between 1 and 300),
  bank_reference text check (length(bank_reference) between 1 and 140),
  ended_at bigint,
  primary key (provider, kind, reference),
  check ((status = 'OPEN') = (ended_at is null)),
  check ((status in ('REFUSED', 'RETURNED')) = (reason is not null)),
  check (status not in ('PAID', 'RETURNED') or bank_reference is not null)
);
create unique index rail_outgoing_bank on rail_outgoing (provider, bank_reference) where bank_reference is not null;
create index rail_outgoing_payment on rail_outgoing (provider, payment) where payment is not null;
create index rail_outgoing_open on rail_outgoing (created) where status = 'OPEN';
create trigger rail_outgoing_move before update of status on rail_outgoing
  for each row execute function check_move('OPEN>PAID', 'OPEN>REFUSED', 'PAID>RETURNED');
-- No more goes back than came in by a payment: one refund of it at a time is looked at.
create function check_rail_refund() returns trigger language plpgsql as $$
declare
  came bigint;
  going bigint;
begin
  perform 1 from rail_payments where provider = new.provider and reference = split_part(new.payment, '.', 1) for no key update;
  select coalesce(sum(amount), 0) into came from rail_receipts
  where provider = new.provider and reference = split_part(new.payment, '.', 1)
    and receipt = coalesce(nullif(split_part(new.payment, '.', 2), ''), '1')::smallint;
  select coalesce(sum(amount), 0) into going from rail_outgoing
  where provider = new.provider and payment = new.payment and status in ('OPEN', 'PAID');
  return case when going + new.amount <= came then new end;
end $$;
create trigger rail_outgoing_covered before insert on rail_outgoing
  for each row when (new.kind = 'refund') execute function check_rail_refund();
create trigger rail_outgoing_keep before delete or truncate on rail_outgoing for each statement execute function refuse_change();

-- What a buyer handed in to show that a payment was made.
create table payment_proofs (
  account_id bigint not null,
  escrow_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  content bytea storage external not null check (octet_length(content) between 1 and 5242880),
  created bigint not null,
  primary key (account_id, escrow_id, payment_id, id),
  foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id)
);

alter table operator_actions
  drop constraint operator_actions_action_check,
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'run_audit', 'revoke_key', 'ask_second',
    'decline_second', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search', 'open_order', 'ask_question',
    'take_domain', 'allow_domain', 'refund_order', 'book_receipt', 'refuse_receipt', 'reverse_receipt', 'settle_outgoing')) not valid,
  add constraint operator_actions_receipts check (action not in ('book_receipt', 'refuse_receipt', 'reverse_receipt')
    or escrow_id is not null and subject <> '') not valid;
-- allowed constraint: few things wait for a second operator
alter table operator_approvals
  drop constraint operator_approvals_action_check,
  add constraint operator_approvals_action_check check (action in ('resolve_dispute', 'set_fees', 'set_limits', 'retry_payout',
    'retry_refund', 'refund_order', 'book_receipt', 'reverse_receipt', 'settle_outgoing'));
