-- Makes the ledger and its checkpoints append-only: every update, delete and truncate is refused with
-- restrict_violation.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create or replace trigger ledger_checkpoints_append_only before update or delete on ledger_checkpoints
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_checkpoints_no_truncate before truncate on ledger_checkpoints
  for each statement execute function refuse_ledger_change();
