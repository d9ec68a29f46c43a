-- What cells share is published by home and followed by the others, where ids come from a range of the cell's own (decision 153).
-- What home publishes to all cells: tables, which columns where others are each cell's own, and which rows where others are.
-- Tables without a condition are written at home alone.
create or replace view shared_tables as
select * from (values
  ('suppliers', 'code, name, open, public_number, public_name, created_at', null),
  ('packages', null, null),
  ('package_costs', null, null),
  ('catalog_pulls', null, null),
  ('price_rules', null, 'account_id is null'),
  ('fx_rates', null, null),
  ('fx_history', null, null),
  ('fx_held', null, null),
  ('data_versions', null, null),
  ('cells', null, null),
  ('cell_names', null, null)
) as shared (name, columns, condition);

-- The sequences that every cell takes ids from, with the range of each that a cell has for itself. Those of tables that home
-- alone writes are not among them.
create or replace function cell_sequences(p_cell int) returns table (name text, lowest bigint, highest bigint, is_set boolean) language sql stable as $$
  select s.name, s.lowest, s.highest, s.seqmin = s.lowest and s.seqmax = s.highest
    from (select c.oid::regclass::text as name, q.seqmin, q.seqmax, (p_cell - 1) * span.ids + 1 as lowest, p_cell * span.ids as highest
            from pg_sequence q join pg_class c on c.oid = q.seqrelid
           cross join lateral (select case q.seqtypid when 'bigint'::regtype then 10000000000000 else 20000000 end as ids) span
           where c.relnamespace = 'public'::regnamespace and not exists (
             select from pg_depend d join pg_class t on t.oid = d.refobjid join shared_tables h on h.name = t.relname and h.condition is null
              where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i'))) s
$$;

-- Subscribes the cell to what home publishes, by a slot that home has made for it: first everything that is there, then each change.
create or replace function follow_home(p_home text, p_slot text) returns void language plpgsql as $$
begin
  execute format('create subscription shared connection %L publication shared with (create_slot = false, slot_name = %I%s)',
    p_home, p_slot, case when current_setting('server_version_num')::int >= 170000 then ', failover = true' end);
end $$;

-- Makes at home the slot that keeps for a cell what it has not taken over yet. A standby of PostgreSQL 17 or newer has it too.
create or replace function make_cell_slot(p_slot text) returns void language plpgsql as $$
begin
  if current_setting('server_version_num')::int >= 170000 then perform pg_create_logical_replication_slot(p_slot, 'pgoutput', failover => true);
  else perform pg_create_logical_replication_slot(p_slot, 'pgoutput');
  end if;
end $$;

-- Publishes at home what all cells share, or brings what is published up to date. Locks the tables against changes of their
-- shape for a moment.
create or replace function publish_shared() returns void language plpgsql as $$
declare
  tables text := (select string_agg(format('table %I', name) || coalesce(' (' || columns || ')', '') || coalesce(' where (' || condition || ')', ''), ', ')
                    from shared_tables);
begin
  -- Rows are filtered by columns that a change of them has to carry.
  alter table price_rules replica identity full;
  if exists (select from pg_publication where pubname = 'shared') then execute 'alter publication shared set ' || tables;
  else execute 'create publication shared for ' || tables;
  end if;
end $$;

-- What home replicates of data_versions raises the cell's own counter, which is ahead or behind: a process that holds
-- something in memory sees every change of either. Its trigger is made by keep_cell, in cells alone; what replicates has no search path.
create or replace function follow_data_version() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    return new;
  end if;
  update data_versions set version = version + 1 where name = new.name;
  return case when found then null else new end;
end $$;

-- Makes the database the cell that this_cell says, which may be done again at any time: ids from the cell's own ranges, so that those
-- of two cells never meet, and elsewhere than at home no change of what is shared but home's. Does nothing where there are no cells.
-- Fails when a sequence is beyond its range.
create or replace function keep_cell() returns void language plpgsql as $$
declare
  own int := (select number from this_cell);
  s record;
begin
  for s in select * from cell_sequences(own) where not is_set loop
    if own = 1 then execute format('alter sequence %s maxvalue %s', s.name, s.highest);
    else
      execute format('alter sequence %s minvalue %s maxvalue %s start %s restart %s', s.name, s.lowest, s.highest, s.lowest, s.lowest);
      -- Who asks for the last value learns where it goes on.
      perform nextval(s.name::regclass);
    end if;
  end loop;
  if own is null or own = 1 then return; end if;
  for s in select * from shared_tables t where not exists (
      select from pg_trigger g where g.tgrelid = t.name::regclass and g.tgname in ('refuse_shared_write', 'follow_data_version')) loop
    if s.name = 'data_versions' then
      create trigger follow_data_version before insert or update on data_versions for each row execute function follow_data_version();
      alter table data_versions enable replica trigger follow_data_version;
    elsif s.condition is null then
      execute format('create trigger refuse_shared_write before insert or delete or truncate or update %s on %I for each statement execute function refuse_shared_write()',
        'of ' || s.columns, s.name);
    else
      execute format('create trigger refuse_shared_insert before insert on %I for each row when (new.%s) execute function refuse_shared_write()', s.name, s.condition);
      execute format('create trigger refuse_shared_delete before delete on %I for each row when (old.%s) execute function refuse_shared_write()', s.name, s.condition);
      execute format('create trigger refuse_shared_write before update on %I for each row when (old.%s or new.%s) execute function refuse_shared_write()',
        s.name, s.condition, s.condition);
    end if;
  end loop;
end $$;

-- Refuses a change of what all cells share, in a cell other than home: only what comes from home by replication passes, and what a
-- migration does in every cell. Its triggers are made by keep_cell, in cells alone. Raises SV004 with words that say where it is done.
create or replace function refuse_shared_write() returns trigger language plpgsql as $$
begin
  if current_setting('service.migrating', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'Suppliers, the catalogue, general price rules and exchange rates are the same in all cells and are changed at home (%). Do it there: it is in force here a moment later.',
    coalesce((select address from cells where number = 1), 'cell number 1')
    using errcode = 'SV004';
end $$;
