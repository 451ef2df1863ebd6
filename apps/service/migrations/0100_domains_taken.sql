-- Domains that the desk took away from an account: it can't name them again until the desk lets it.
alter table accounts add column domains_barred text[] not null default '{}';
-- allowed index: accounts are few beside orders
create index accounts_domains_barred on accounts using gin (domains_barred) where domains_barred <> '{}';

alter table operator_actions drop constraint operator_actions_action_check;
-- allowed constraint: what operators did is little beside orders
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout',
  'send_evidence', 'run_audit', 'revoke_key', 'ask_second', 'decline_second', 'close_difference', 'move_float', 'close_notice',
  'set_identity', 'search', 'open_order', 'ask_question', 'take_domain', 'allow_domain'));
-- allowed constraint: what operators did is little beside orders
alter table operator_actions add constraint operator_actions_domains
  check (action not in ('take_domain', 'allow_domain') or subject <> '' and reason <> '');
