-- Makes tables append-only: every update, delete and truncate is refused with restrict_violation.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
create or replace trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();
create or replace trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create or replace trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();
create or replace trigger ledger_key_handovers_append_only before update or delete on ledger_key_handovers
  for each row execute function refuse_change();
create or replace trigger ledger_key_handovers_no_truncate before truncate on ledger_key_handovers
  for each statement execute function refuse_change();
create or replace trigger journal_movements_append_only before update or delete on journal_movements
  for each row execute function refuse_change();
create or replace trigger journal_movements_no_truncate before truncate on journal_movements
  for each statement execute function refuse_change();
create or replace trigger book_transfers_append_only before update or delete on book_transfers
  for each row execute function refuse_change();
create or replace trigger book_transfers_no_truncate before truncate on book_transfers
  for each statement execute function refuse_change();
create or replace trigger invoices_no_truncate before truncate on invoices
  for each statement execute function refuse_change();
create or replace trigger terms_versions_append_only before update or delete on terms_versions
  for each row execute function refuse_change();
create or replace trigger terms_versions_no_truncate before truncate on terms_versions
  for each statement execute function refuse_change();
