-- What shows why a delivery has to be changed is handed in with the request.
create or replace function check_evidence() returns trigger language plpgsql as $$
begin
  perform from milestone_entries
  where account_id = new.account_id and escrow_id = new.escrow_id and number = new.entry_number
    and verb in ('dispute', 'statement', 'requestRevision') and created = new.created;
  if not found then
    raise exception 'evidence is handed in with a dispute, a statement or a request for changes'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
