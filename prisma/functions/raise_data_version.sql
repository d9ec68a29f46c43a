-- Raises the counter of the data that changed. What a process holds in memory is stamped with it, and every request
-- reads it (decision 5). Locks the counter's row until the transaction ends.
create or replace function raise_data_version() returns trigger language plpgsql as $$
begin
  update data_versions set version = version + 1 where name = tg_argv[0];
  return null;
end $$;

create or replace trigger packages_version after insert or update or delete on packages
  for each statement execute function raise_data_version('catalog');
create or replace trigger price_rules_version after insert or update or delete on price_rules
  for each statement execute function raise_data_version('pricing');
create or replace trigger fx_rates_version after insert or update or delete on fx_rates
  for each statement execute function raise_data_version('pricing');
create or replace trigger suppliers_version after insert or update or delete on suppliers
  for each statement execute function raise_data_version('pricing');
