-- Writes the movement of the books when what a supplier keeps for a part of an order changes. In step with
-- `booked_movements`.
create or replace function post_part_cost() returns trigger language plpgsql as $$
begin
  perform post_movement('part:' || new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end,
    'cost:' || new.supplier_code, 'float:' || new.supplier_code, 'USD', part_cost(new) - part_cost(old));
  return null;
end $$;

create or replace trigger supplier_orders_journal after update of status, unit_cost_usd, profiles, stray, stray_profiles on supplier_orders
  for each row when (old.status = 'delivered' or new.status = 'delivered' or new.stray is not null) execute function post_part_cost();
