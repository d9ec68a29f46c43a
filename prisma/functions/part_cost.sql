-- What a supplier keeps for a part of an order: for what was delivered, and for what turned up and belongs to nobody;
-- what was sold on is the cost of the part that it was sold with.
create or replace function part_cost(p supplier_orders) returns numeric language sql immutable as $$
  select p.unit_cost_usd * (
    case when p.status = 'delivered' then coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end
    + case when p.stray in ('waiting', 'kept', 'for_sale') then coalesce(jsonb_array_length(p.stray_profiles), 0) else 0 end)
$$;
