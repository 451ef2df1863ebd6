-- What an operator asks one side of an order stands in their log.
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout',
  'send_evidence', 'run_audit', 'revoke_key', 'ask_second', 'decline_second', 'close_difference', 'move_float', 'close_notice',
  'set_identity', 'search', 'open_order', 'ask_question'));
alter table operator_actions add constraint operator_actions_asked
  check (action <> 'ask_question' or escrow_id is not null and reason <> '');
