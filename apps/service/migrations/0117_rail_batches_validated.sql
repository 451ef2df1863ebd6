-- What 0116 left to be looked at.
alter table payout_destinations validate constraint payout_destinations_details;
alter table rail_outgoing
  validate constraint rail_outgoing_payee,
  validate constraint rail_outgoing_code,
  validate constraint rail_outgoing_line,
  validate constraint rail_outgoing_named,
  validate constraint rail_outgoing_end;
alter table rail_lines validate constraint rail_lines_type_check;
alter table operator_actions
  validate constraint operator_actions_action_check,
  validate constraint operator_actions_account,
  validate constraint operator_actions_batches;
