-- The credit line in the words in which the ledger records its changes.
create or replace function credit_line(w wallets) returns text language sql immutable as $$
  select case when w.credit_enabled then w.credit_limit::numeric(18,4)::text || ' ' || w.credit_status else 'none' end
$$;
