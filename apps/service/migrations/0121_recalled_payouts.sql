-- A transfer to a seller's account at the provider that holds their money may be taken back, where a refund or a chargeback took more than
-- the wallet had. It then comes back as any payout that returns. Existing rows are looked at by the next migration.
alter table payouts
  add column recalled_at bigint,
  add constraint payouts_recalled check (recalled_at is null or status in ('PAID', 'RETURNED')) not valid;
