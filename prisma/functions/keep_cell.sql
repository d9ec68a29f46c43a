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
