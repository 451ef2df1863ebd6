-- What 0124 left to be looked at.
alter table operator_actions
  validate constraint operator_actions_action_check,
  validate constraint operator_actions_account,
  validate constraint operator_actions_statements;
