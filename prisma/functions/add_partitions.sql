-- Makes sure that the ids that p_sequence gives next have a partition, and those of the cell after it, in each of the tables; a cell is a
-- thousand million ids. Returns how many were made. Locks one caller after the other; a new partition waits for whoever reads its
-- table, half a second at most (less than a deadlock takes to be seen: nobody else is ended for it), and raises lock_not_available then. None
-- while the database moves (decision 155): what is made or dropped is not replicated.
create or replace function add_partitions(p_tables text[], p_sequence text) returns int
language plpgsql set lock_timeout = '500ms' as $$
declare
  c_width constant bigint := 1000000000;
  v_next bigint;
  v_from bigint;
  v_table text;
  v_made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  if exists (select from moves where opened_at is null) then return 0; end if;
  v_next := coalesce(pg_sequence_last_value(p_sequence::regclass), 0) + 1;
  foreach v_table in array p_tables loop
    if to_regclass(v_table || '_rest') is null then
      execute format('create table %I partition of %I default', v_table || '_rest', v_table);
    end if;
    for v_from in select (v_next / c_width + ahead) * c_width from generate_series(0, 1) ahead loop
      continue when exists (
        select from list_partitions(array[v_table]) p where p.to_id > v_from and coalesce(p.from_id, v_from) <= v_from);
      perform add_partition(v_table, (v_from / c_width)::int, v_from, v_from + c_width);
      v_made := v_made + 1;
    end loop;
  end loop;
  return v_made;
end $$;
