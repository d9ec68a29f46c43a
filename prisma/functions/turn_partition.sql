-- Has p_sequence go on with the first id of the next partition of the tables, so that the one before it is over; ids that were drawn
-- meanwhile are of either. Then looks at what the tables have altogether, as PostgreSQL does by itself for partitions alone. Returns
-- whether it did: not where there is no next one yet, or where that comes by itself in a moment, so that no id is given twice; nor where the
-- one that ends before p_until, whose time its caller has seen to be over, is over already. Locks one caller after the other.
create or replace function turn_partition(p_tables text[], p_sequence text, p_until bigint default null) returns boolean
language plpgsql as $$
declare
  c_margin constant bigint := 1000000;
  v_last bigint;
  v_next bigint;
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  v_last := coalesce(pg_sequence_last_value(p_sequence::regclass), 0);
  if v_last + 1 >= p_until then return false; end if;
  select min(from_id) into v_next from list_partitions(p_tables[1:1]) where from_id > v_last + 1;
  if v_next is null or v_next - v_last < c_margin then return false; end if;
  perform setval(p_sequence::regclass, v_next - 1);
  foreach v_table in array p_tables loop execute format('analyze %I', v_table); end loop;
  return true;
end $$;
