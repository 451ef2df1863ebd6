-- What this migration builds: claims leave out accounts that move, inside of their own selection. The triggers of a move keep each
-- row of such an account unclaimed, but a claim that had chosen nothing but such rows would have chosen in vain, and so would the
-- next: all other accounts would wait for the end of the move.

-- Accounts of which workers take nothing more at present. The mover writes it, before its first trigger and behind its last.
create table held_accounts (account_id bigint primary key);
