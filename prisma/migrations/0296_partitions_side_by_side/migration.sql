-- Who looked at partitions while one was dropped failed with it, and two that ended one at the same time ended the next one too.

-- The partitions of tables that are divided by ranges of id, in the order of their ids: the cell of each (null: what belongs to
-- none), its ids, its size with indexes, and when its first and its last row were written (null without rows, or where rows have no
-- time). Ids are given in the order of time, so that nothing is read but the two. Locks nothing. One that is dropped meanwhile is left out.
create or replace function list_partitions(p_tables text[])
returns table (owner text, name text, cell int, from_id bigint, to_id bigint, bytes bigint, has_rows boolean, oldest timestamptz, newest timestamptz)
language plpgsql stable as $$
begin
  for owner, name, from_id, to_id, bytes in
    select p.relname, c.relname, substring(b.bound from 'FROM \(''(\d+)''\)')::bigint, substring(b.bound from 'TO \(''(\d+)''\)')::bigint,
           pg_total_relation_size(c.oid)
      from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
     cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
     where p.relname = any(p_tables) and p.relkind = 'p' and p.relnamespace = 'public'::regnamespace
     order by array_position(p_tables, p.relname::text), 4 nulls last
  loop
    cell := substring(name from '_p(\d+)$')::int;
    begin
      execute format('select true, (to_jsonb(t) ->> ''created_at'')::timestamptz from %I t order by id limit 1', name) into has_rows, oldest;
      execute format('select (to_jsonb(t) ->> ''created_at'')::timestamptz from %I t order by id desc limit 1', name) into newest;
    exception when undefined_table then continue;
    end;
    has_rows := coalesce(has_rows, false);
    return next;
  end loop;
end $$;

drop function turn_partition(text[], text);

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
