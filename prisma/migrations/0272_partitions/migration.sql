-- The last step (decision 147): each of the tables becomes the first partition of one of its name, with its rows and indexes as they are.

-- The partitions of tables that are divided by ranges of id, in the order of their ids: the cell of each (null: what belongs to
-- none), its ids, its size with indexes, and when its first and its last row were written (null without rows, or where rows have no
-- time). Ids are given in the order of time, so that nothing is read but the two. Locks nothing.
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
    execute format('select true, (to_jsonb(t) ->> ''created_at'')::timestamptz from %I t order by id limit 1', name) into has_rows, oldest;
    execute format('select (to_jsonb(t) ->> ''created_at'')::timestamptz from %I t order by id desc limit 1', name) into newest;
    has_rows := coalesce(has_rows, false);
    return next;
  end loop;
end $$;

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

-- Makes sure that the ids that p_sequence gives next have a partition, and those of the cell after it, in each of the tables; a cell is a
-- thousand million ids. Returns how many were made. Locks one caller after the other; a new partition waits for whoever reads its
-- table, half a second at most (less than a deadlock takes to be seen: nobody else is ended for it), and raises lock_not_available then.
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

-- Has p_sequence go on with the first id of the next partition of the tables, so that the one before it is over; ids that were drawn
-- meanwhile are of either. Then looks at what the tables have altogether, as PostgreSQL does by itself for partitions alone. Returns
-- whether it did: not where there is no next one yet, or where that comes by itself in a moment, so that no id is given twice. Locks one
-- caller after the other.
create or replace function turn_partition(p_tables text[], p_sequence text) returns boolean
language plpgsql as $$
declare
  c_margin constant bigint := 1000000;
  v_last bigint;
  v_next bigint;
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  v_last := coalesce(pg_sequence_last_value(p_sequence::regclass), 0);
  select min(from_id) into v_next from list_partitions(p_tables[1:1]) where from_id > v_last + 1;
  if v_next is null or v_next - v_last < c_margin then return false; end if;
  perform setval(p_sequence::regclass, v_next - 1);
  foreach v_table in array p_tables loop execute format('analyze %I', v_table); end loop;
  return true;
end $$;

-- Drops one cell of tables that share their ids, when it is over (p_sequence gives ids beyond it) and its last row, in the first of
-- the tables, was written before p_before. Returns whether it did. It is judged under the lock on the tables, which waits for whoever
-- uses them, half a second at most (less than a deadlock takes to be seen: nobody else is ended for it), and raises lock_not_available then.
create or replace function drop_partition(p_tables text[], p_sequence text, p_cell int, p_before timestamptz) returns boolean
language plpgsql set lock_timeout = '500ms' as $$
declare
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
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

do $$
declare
  t record;
  i record;
  v_indexes text[];
begin
  for t in
    select x.name, x.ids, c.conname as bounded, substring(c.conname from '\d+$')::bigint as bound,
           format('%s_p%s', x.name, substring(c.conname from '\d+$')::bigint / 1000000000 - 1) as first
      from (values (1, 'api_requests', 'api_requests_id_seq'), (2, 'api_exchanges', 'api_requests_id_seq'),
             (3, 'delivery_attempts', 'delivery_attempts_id_seq'), (4, 'supplier_calls', 'supplier_calls_id_seq')) x(place, name, ids)
      join pg_constraint c on c.conrelid = x.name::regclass and c.conname ~ '_below_\d+$' order by x.place
  loop
    -- Named as before they are the whole's; a partition's have its cell at their end. Each is found again by what it is of.
    v_indexes := array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = t.name::regclass and not indisprimary order by indexrelid);
    execute format('alter table %I rename to %I', t.name, t.first);
    for i in select indexrelid::regclass::text as name from pg_index where indrelid = t.first::regclass loop
      execute format('alter index %I rename to %I', i.name, left(i.name, 55) || substring(t.first from '_p\d+$'));
    end loop;
    execute format('create table %I (like %I including all excluding indexes) partition by range (id)', t.name, t.first);
    execute format('alter table %I drop constraint %I', t.name, t.bounded);
    execute format('alter table %I add constraint %I primary key (id)', t.name, t.name || '_pkey');
    for n in 1 .. cardinality(v_indexes) loop execute v_indexes[n]; end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', t.name, t.first, t.bound);
    execute format('alter table %I drop constraint %I', t.first, t.bounded);
    if t.name || '_id_seq' = t.ids then execute format('alter sequence %I owned by %I.id', t.ids, t.name); end if;
    perform add_partitions(array[t.name], t.ids);
  end loop;
end $$;
