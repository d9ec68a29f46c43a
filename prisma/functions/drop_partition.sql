-- Drops one cell of tables that share their ids, when it is over (p_sequence gives ids beyond it) and its last row, in the first of
-- the tables, was written before p_before. Returns whether it did. It is judged under the lock on the tables, which waits for whoever
-- uses them, half a second at most (less than a deadlock takes to be seen: nobody else is ended for it), and raises lock_not_available then.
-- Not while the database moves (decision 155).
create or replace function drop_partition(p_tables text[], p_sequence text, p_cell int, p_before timestamptz) returns boolean
language plpgsql set lock_timeout = '500ms' as $$
declare
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  if exists (select from moves where opened_at is null) then return false; end if;
  foreach v_table in array p_tables loop
    execute format('lock table %I in access exclusive mode', v_table);
  end loop;
  if not exists (
    select from list_partitions(p_tables[1:1]) p
     where p.cell = p_cell and p.to_id <= coalesce(pg_sequence_last_value(p_sequence::regclass), 0) + 1 and (p.newest is null or p.newest < p_before))
  then return false; end if;
  foreach v_table in array p_tables loop
    execute format('drop table if exists %I', format('%s_p%s', v_table, p_cell));
  end loop;
  return true;
end $$;
