-- How far below zero a wallet may go right now.
create or replace function usable_credit(w wallets) returns numeric language sql immutable as $$
  select case when w.credit_enabled and w.credit_status = 'active' then w.credit_limit else 0 end
$$;
