-- What a supplier takes for a top-up: for one that was done, and for one that was done after it had been paid back.
create or replace function topup_cost(a actions) returns numeric language sql immutable as $$
  select case when a.action = 'topup' and a.environment = 'live' and (a.charged and a.status = 'succeeded' or a.stray in ('waiting', 'kept'))
              then coalesce(a.unit_cost_usd, 0) else 0 end
$$;
