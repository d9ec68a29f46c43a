-- Writes the movements of the books for a transfer between the business' own accounts. In step with
-- `booked_movements`.
create or replace function post_transfer() returns trigger language plpgsql as $$
begin
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select m.debit, m.credit, m.currency, m.amount, 'transfer:' || new.id, new.at from transfer_movements(new) m;
  return null;
end $$;

create or replace trigger book_transfers_journal after insert on book_transfers for each row execute function post_transfer();
