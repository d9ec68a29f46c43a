-- Gives an entry of the audit log its number and its hash over the one before it (decision 33). Runs when the
-- transaction commits, after everything else that it locks: the advisory lock of the chain holds up nobody but the
-- next commit with an entry.
create or replace function seal_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_seals;
begin
  perform pg_advisory_xact_lock(7276318204);
  select * into last from audit_seals order by sequence desc limit 1;
  insert into audit_seals (sequence, entry_id, hash)
  values (coalesce(last.sequence, 0) + 1, new.id,
          ledger_link(last.hash, decode(repeat('00', 32), 'hex'), audit_fields(coalesce(last.sequence, 0) + 1, new)));
  return null;
end $$;

create constraint trigger audit_entries_seal after insert on audit_entries
  deferrable initially deferred for each row execute function seal_audit_entry();
