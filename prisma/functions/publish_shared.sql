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
