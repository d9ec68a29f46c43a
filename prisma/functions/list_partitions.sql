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
