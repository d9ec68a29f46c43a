-- The movements that the facts amount to, by kind: `entries`, `deliveries`, `costs`. `svc audit` holds the journal
-- against them, in both directions, so whoever changes a trigger that writes movements changes this too. Reads only.
create or replace function booked_movements(p_kind text)
returns table (cause text, at timestamptz, debit text, credit text, currency text, amount numeric) language sql stable as $$
  -- What `contra_account` says of single entries, of all of them at once: only what orders and actions gave back is looked up there.
  select l.cause, l.created_at, 'wallet:' || a.code,
         case l.type when 'debit' then 'deferred:' || l.currency
                     when 'deposit' then case when f.reference is null then 'bank' else 'clearing:stripe' end
                     when 'adjustment' then 'goodwill'
                     else contra_account(l.account_id, l.type, l.cause, l.currency) end,
         l.currency::text, -l.amount
    from ledger_entries l join accounts a on a.id = l.account_id
    left join funding_requests f on l.type = 'deposit' and f.reference = substr(l.cause, 9) and f.account_id = l.account_id and f.method = 'card'
   where p_kind = 'entries' and l.amount <> 0
  union all
  select 'transfer:' || t.id, t.at, m.debit, m.credit, m.currency, m.amount
    from book_transfers t cross join lateral transfer_movements(t) m where p_kind = 'entries'
  union all
  select 'order:' || o.id || ':delivered', e.at, 'deferred:' || o.currency, 'revenue:' || e.supplier_code, o.currency::text, o.unit_price * e.units
    from (select order_id, supplier_code, count(*) as units, max(created_at) as at from esims where environment = 'live' group by 1, 2) e
    join orders o on o.id = e.order_id where p_kind = 'deliveries' and o.unit_price > 0
  union all
  select 'action:' || a.id || ':done', a.settled_at, 'deferred:' || a.currency, 'revenue:' || a.supplier_code, a.currency::text, a.amount
    from actions a where p_kind = 'deliveries' and a.charged and a.status = 'succeeded' and a.amount > 0
  union all
  select 'action:' || a.id || ':done', coalesce(a.settled_at, a.updated_at), 'cost:' || a.supplier_code, 'float:' || a.supplier_code, 'USD',
         topup_cost(a)
    from actions a where p_kind = 'deliveries' and a.action = 'topup' and topup_cost(a) > 0
  union all
  select 'part:' || p.id, p.updated_at, 'cost:' || p.supplier_code, 'float:' || p.supplier_code, 'USD', part_cost(p)
    from supplier_orders p where p_kind = 'costs' and (p.status = 'delivered' or p.stray is not null) and part_cost(p) > 0
  union all
  select 'action:' || a.id || ':returned', coalesce(a.refunded_at, a.settled_at), 'float:' || a.supplier_code, 'cost:' || a.supplier_code, 'USD',
         returned_cost(a)
    from actions a where p_kind = 'costs' and a.status = 'succeeded' and a.action in ('topup', 'cancel') and returned_cost(a) > 0
$$;
