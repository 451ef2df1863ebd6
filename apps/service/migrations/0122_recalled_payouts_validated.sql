-- What 0121 left to be looked at.
alter table payouts validate constraint payouts_recalled;
