-- What this migration adds: the mobile network that a payer named, for a number whose operator a provider can't tell by its first digits.
alter table payments add column network text check (length(network) between 1 and 80);
