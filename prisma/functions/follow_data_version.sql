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
