-- Writes the movements of the books for delivered eSIMs: what was charged and deferred is revenue now, of whichever
-- supplier delivered. In step with `booked_movements`.
create or replace function post_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from made where environment = 'live') then return null; end if;
  insert into journal_movements (debit, credit, currency, amount, cause, at)
  select 'deferred:' || o.currency, 'revenue:' || e.supplier_code, o.currency, o.unit_price * e.units, 'order:' || e.order_id || ':delivered', e.at
    from (select order_id, supplier_code, count(*) as units, max(created_at) as at from made where environment = 'live' group by 1, 2) e
    join orders o on o.id = e.order_id where o.unit_price > 0;
  return null;
end $$;

create or replace trigger esims_journal after insert on esims referencing new table as made
  for each statement execute function post_deliveries();
