-- The account of the books that an entry's money came from or went to. What no fact explains is in `suspense`, which
-- `svc audit` reports. Reads only.
create or replace function contra_account(p_account_id int, p_type text, p_cause text, p_currency text) returns text
language sql stable set enable_seqscan = off as $$
  select coalesce(case
    when p_type = 'debit' then 'deferred:' || p_currency
    when p_type = 'deposit' then case when exists (
      select from funding_requests f where f.reference = substr(p_cause, 9) and f.account_id = p_account_id and f.method = 'card')
      then 'clearing:stripe' else 'bank' end
    when p_type = 'adjustment' then 'goodwill'
    when p_type = 'refund' and p_cause ~ '^order:[1-9][0-9]{0,17}:(failed|shortfall)$' then 'deferred:' || p_currency
    -- Of an order that two suppliers filled: the first of them.
    when p_type = 'refund' and p_cause ~ '^order:[1-9][0-9]{0,17}:refunded$' then (
      select 'refunds:' || coalesce((select e.supplier_code from esims e where e.order_id = o.id order by e.id limit 1), o.supplier_code)
        from orders o where o.id = split_part(p_cause, ':', 2)::bigint)
    when p_type = 'refund' and p_cause ~ '^action:[1-9][0-9]{0,17}:refund$' then (
      select case when a.action = 'topup' and a.status = 'failed' then 'deferred:' || p_currency else 'refunds:' || a.supplier_code end
        from actions a where a.id = split_part(p_cause, ':', 2)::bigint)
  end, 'suspense')
$$;
