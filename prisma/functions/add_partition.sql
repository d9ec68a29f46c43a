-- Makes one partition for the ids from p_from up to p_to, and moves what of them had landed beside all partitions into it. It is made apart
-- and attached then: who writes into other partitions goes on, who reads or writes what is beside all of them waits. Called by
-- `add_partitions` alone. Raises lock_not_available after its caller's limit.
create or replace function add_partition(p_table text, p_cell int, p_from bigint, p_to bigint) returns void
language plpgsql as $$
declare
  v_name text := format('%s_p%s', p_table, p_cell);
begin
  execute format('lock table %I in access exclusive mode', p_table || '_rest');
  execute format('create table %I (like %I including all excluding indexes)', v_name, p_table);
  execute format('with strays as (delete from %I where id >= $1 and id < $2 returning *) insert into %I select * from strays', p_table || '_rest', v_name)
    using p_from, p_to;
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', p_table, v_name, p_from, p_to);
end $$;
