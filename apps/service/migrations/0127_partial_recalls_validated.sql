-- What 0126 left to be looked at.
alter table payouts
  validate constraint payouts_source,
  validate constraint payouts_source_fkey,
  validate constraint payouts_taken_back,
  validate constraint payouts_recalling,
  validate constraint payouts_recalls;
alter table ledger_transfers
  validate constraint ledger_transfers_payout_fkey,
  validate constraint ledger_transfers_round;
