-- What 0106 left to be looked at.
alter table ledger_transfers
  validate constraint ledger_transfers_has_refund,
  validate constraint ledger_transfers_has_chargeback,
  validate constraint ledger_transfers_round,
  validate constraint ledger_transfers_kinds;
