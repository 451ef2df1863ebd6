-- What 0119 left to be looked at.
alter table payout_destinations
  validate constraint payout_destinations_kind_check,
  validate constraint payout_destinations_number;
