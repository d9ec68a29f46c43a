-- A supplier may pay the top-ups of an eSIM back and keep the eSIM's own price: it was begun, they were not. Until now the one was
-- read from the other; those on record keep what was booked.
update actions set price_returned = true where action = 'cancel' and status = 'succeeded' and topups_returned and not price_returned;

-- What a supplier pays back of its price: for an eSIM whose cancel paid, whoever asked for it, and for the top-ups that
-- it takes back with one.
create or replace function returned_cost(a actions) returns numeric language sql stable as $$
  select coalesce(case
    when a.environment <> 'live' or a.status <> 'succeeded' then 0
    when a.action = 'cancel' and a.price_returned then (
      select p.unit_cost_usd from esims e join supplier_orders p on p.id = e.supplier_order_id where e.id = a.esim_id)
    when a.action = 'topup' and a.refunded_amount > 0 then a.unit_cost_usd
  end, 0)
$$;
