-- What a supplier takes for a top-up, as for a part of an order: for one that was done, at the price that it says last, and for
-- one that was done after it had been paid back.

create function topup_cost(a actions) returns numeric language sql immutable as $$
  select case when a.action = 'topup' and a.environment = 'live' and (a.charged and a.status = 'succeeded' or a.stray in ('waiting', 'kept'))
              then coalesce(a.unit_cost_usd, 0) else 0 end
$$;

create or replace function post_action() returns trigger language plpgsql as $$
declare
  v_cost text := 'cost:' || new.supplier_code;
  v_float text := 'float:' || new.supplier_code;
  v_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
begin
  if new.charged and new.status = 'succeeded' and old.status <> 'succeeded' then
    perform post_movement('action:' || new.id || ':done', new.settled_at, 'deferred:' || new.currency, 'revenue:' || new.supplier_code, new.currency,
      new.amount);
  end if;
  perform post_movement('action:' || new.id || ':done', v_at, v_cost, v_float, 'USD', topup_cost(new) - topup_cost(old));
  perform post_movement('action:' || new.id || ':returned', v_at, v_float, v_cost, 'USD', returned_cost(new) - returned_cost(old));
  return null;
end $$;

drop trigger actions_journal on actions;
create trigger actions_journal after update on actions
  for each row when (new.environment = 'live' and new.action in ('topup', 'cancel') and (new.status = 'succeeded' or new.stray is not null))
  execute function post_action();

create or replace function booked_movements(p_kind text)
returns table (cause text, at timestamptz, debit text, credit text, currency text, amount numeric) language sql stable as $$
  select l.cause, l.created_at, 'wallet:' || a.code,
         case l.type when 'debit' then 'deferred:' || l.currency else contra_account(l.account_id, l.type, l.cause, l.currency) end,
         l.currency::text, -l.amount
    from ledger_entries l join accounts a on a.id = l.account_id where p_kind = 'entries' and l.amount <> 0
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

-- Those that were done after they had been paid back, before the books knew.
insert into journal_movements (debit, credit, currency, amount, cause, at)
select 'cost:' || a.supplier_code, 'float:' || a.supplier_code, 'USD', topup_cost(a), 'action:' || a.id || ':done', a.updated_at
  from actions a where a.status <> 'succeeded' and topup_cost(a) > 0 order by a.id;
