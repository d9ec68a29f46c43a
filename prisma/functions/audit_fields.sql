-- What is hashed of an entry of the audit log: its place in the chain and everything it says, as netstrings. The
-- verifier in server/domain/record/audit-log writes the same bytes: change both or none, and never for entries that
-- are sealed.
create or replace function audit_fields(sequence bigint, e audit_entries) returns text language plpgsql immutable parallel safe as $$
begin
  return ledger_field(sequence::text) || ledger_field(e.id::text) || ledger_field(e.actor) || ledger_field(e.act)
      || ledger_field(coalesce(e.account_id::text, '')) || ledger_field(e.subject) || ledger_field(e.details::text)
      || ledger_field(to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;
