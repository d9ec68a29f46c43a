-- Keeps invoices, credit notes and reversals as they were written, with restrict_violation, whoever writes: none is deleted, and one that is
-- six years old, the shortest legal term that we know of, loses its buyer and nothing else (decision 114).
create or replace function check_paper_change() returns trigger language plpgsql as $$
declare
  v_buyer constant text[] := '{buyer_name,buyer_address,buyer_vat_id,buyer_email}';
begin
  if tg_op = 'UPDATE' and old.issued_at < now() - interval '6 years' and to_jsonb(new) - v_buyer = to_jsonb(old) - v_buyer
     and (new.buyer_name, new.buyer_address, new.buyer_vat_id, new.buyer_email) = ('', '', '', 'deleted') then return new; end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create or replace trigger invoices_append_only before update or delete on invoices
  for each row execute function check_paper_change();
