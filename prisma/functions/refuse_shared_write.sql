-- Refuses a change of what all cells share, in a cell other than home: only what comes from home by replication passes, and what a
-- migration does in every cell. Its triggers are made by keep_cell, in cells alone. Raises SV004 with words that say where it is done.
create or replace function refuse_shared_write() returns trigger language plpgsql as $$
begin
  if current_setting('service.migrating', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'Suppliers, the catalogue, general price rules and exchange rates are the same in all cells and are changed at home (%). Do it there: it is in force here a moment later.',
    coalesce((select address from cells where number = 1), 'cell number 1')
    using errcode = 'SV004';
end $$;
