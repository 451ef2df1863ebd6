-- An operator refunds an order for its seller: alone, or with a second operator who confirms it.
alter table operator_actions drop constraint operator_actions_action_check;
-- allowed constraint: what operators did is little beside orders
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout',
  'send_evidence', 'run_audit', 'revoke_key', 'ask_second', 'decline_second', 'close_difference', 'move_float', 'close_notice',
  'set_identity', 'search', 'open_order', 'ask_question', 'take_domain', 'allow_domain', 'refund_order'));
-- allowed constraint: what operators did is little beside orders
alter table operator_actions add constraint operator_actions_refunds check (action <> 'refund_order'
  or escrow_id is not null and moved > 0 and (reason <> '' or operator_id is null));

alter table operator_approvals drop constraint operator_approvals_action_check;
-- allowed constraint: what operators ask each other is little beside orders
alter table operator_approvals add constraint operator_approvals_action_check check (action in (
  'resolve_dispute', 'set_fees', 'set_limits', 'retry_payout', 'retry_refund', 'refund_order'));

-- Files of refunds: of an account, and of all, newest first.
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create index refunds_asked on refunds (account_id, id) where number is not null;
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create index refunds_asked_anywhere on refunds (id) where number is not null;
