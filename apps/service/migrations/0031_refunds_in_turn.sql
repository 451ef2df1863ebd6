-- What this migration builds: a provider that pays a payment back once at a time is asked for one refund of it at a time. Two that
-- cross could both count on the same rest of the money; one would then be refused for good.

create table refund_turns (
  provider text not null,
  -- The order's: receipts of one transfer lie in one place, and share their turn.
  reference text not null check (length(reference) between 1 and 80),
  -- Who has it, and until when in real time, should its worker die; the row goes when the turn is over.
  holder uuid not null,
  held_until timestamptz not null,
  primary key (provider, reference)
);
