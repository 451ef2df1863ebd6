-- What 0103 left to be looked at.
alter table escrows
  validate constraint escrows_all_released,
  validate constraint escrows_cut,
  validate constraint escrows_refunded_parts;
alter table milestones validate constraint milestones_refunded;
alter table milestone_entries validate constraint milestone_entries_verb_check;
alter table refunds validate constraint refunds_milestone;
alter table ledger_transfers
  validate constraint ledger_transfers_has_refund,
  validate constraint ledger_transfers_kinds;
alter table wallet_lines
  validate constraint wallet_lines_kind_check,
  validate constraint wallet_lines_sign;
