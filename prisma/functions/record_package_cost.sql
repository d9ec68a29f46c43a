-- Keeps every cost that a package had.
create or replace function record_package_cost() returns trigger language plpgsql as $$
begin
  insert into package_costs (package_id, previous_usd, cost_usd, changed_at) values (new.id, old.cost_usd, new.cost_usd, new.changed_at);
  return null;
end $$;

create or replace trigger packages_cost_history after update of cost_usd on packages
  for each row when (old.cost_usd is distinct from new.cost_usd) execute function record_package_cost();
