-- What 0132 left to be looked at.
alter table payments validate constraint payments_presented;
alter table refund_parts validate constraint refund_parts_presented;
alter table chargebacks validate constraint chargebacks_presented;
alter table payouts validate constraint payouts_presented;
alter table ledger_transfers validate constraint ledger_transfers_presented;
alter table provider_movements validate constraint provider_movements_books;
