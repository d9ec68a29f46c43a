-- Deletes the oldest rows of one cell of tables that share their ids, as far as they were written before p_before by the first of the
-- tables, so many at a time: only what was there before the tables were divided, or while no job ran, gets that old in a partition
-- that is not over. Returns how many rows of the first table went. Waits for nobody but who deletes the same.
create or replace function trim_partition(p_tables text[], p_cell int, p_before timestamptz) returns int
language plpgsql as $$
declare
  c_most constant int := 50000;
  v_until bigint;
  v_table text;
  v_rows int;
  v_trimmed int;
begin
  execute format('select max(id) from (select id, created_at from %I order by id limit $1) oldest where created_at < $2', format('%s_p%s', p_tables[1], p_cell))
    into v_until using c_most, p_before;
  foreach v_table in array p_tables loop
    execute format('delete from %I where id <= $1', format('%s_p%s', v_table, p_cell)) using v_until;
    get diagnostics v_rows = row_count;
    v_trimmed := coalesce(v_trimmed, v_rows);
  end loop;
  return v_trimmed;
end $$;
