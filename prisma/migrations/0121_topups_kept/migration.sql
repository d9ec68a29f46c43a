-- A supplier may pay one top-up of a cancelled eSIM back and keep another: until now none of them was returned then. What is on record
-- stays as it was booked.
-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "topups_kept" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

drop type settlement;

-- Ends actions, each once: their eSIMs' new state, what is given back, the order that is cancelled with its last
-- eSIM, and the events. What is paid follows from the action alone. Returns the actions that were ended; one that had
-- ended before, or was sent again since it was read, is left alone. Locks wallets by account, orders, actions and
-- eSIMs, each by id (decision 37). Raises SV001 for the whole call when an eSIM is no longer the version that was
-- read: read again.
create type settlement as (
  action_id bigint, status text, failure text, at timestamptz, topups_refunded boolean,
  change jsonb, events jsonb, order_event_id text, order_data text, supplier_reference text, sends int, price_refunded boolean, topups_kept text[]);

create or replace function settle_actions(p_settlements jsonb) returns setof bigint language plpgsql as $$
declare
  v_asked settlement[] := array(select s from jsonb_populate_recordset(null::settlement, p_settlements) s);
  v_settled settlement[];
  v_entries new_entry[];
  v_told int;
begin
  perform from wallets w where w.account_id in (
    select a.account_id from unnest(v_asked) s join actions a on a.id = s.action_id
     where a.environment = 'live' and (a.action = 'cancel' or (a.charged and s.status = 'failed')))
   order by w.account_id for no key update;
  -- Of two eSIMs of an order that are cancelled at once, one sees the other.
  perform from orders o where o.id in (
    select a.order_id from unnest(v_asked) s join actions a on a.id = s.action_id where a.action = 'cancel') order by o.id for no key update;
  perform from actions a where a.id in (
    select action_id from unnest(v_asked)
    union all
    select t.id from unnest(v_asked) s join actions c on c.id = s.action_id and c.action = 'cancel'
      join actions t on t.esim_id = c.esim_id and t.action = 'topup' where s.topups_refunded)
   order by a.id for no key update;

  update actions a set status = 'processing' from unnest(v_asked) s where a.id = s.action_id and a.status = 'queued';
  with asked as (
    select s from unnest(v_asked) s
  ), moved as (
    update actions a
       set status = (s).status, failure = (s).failure, settled_at = (s).at, updated_at = (s).at, busy_until = null,
           supplier_reference = coalesce((s).supplier_reference, a.supplier_reference),
           refunded_amount = case when a.environment = 'live' and (a.action = 'cancel' and (s).status = 'succeeded'
                                    or a.charged and (s).status = 'failed') then a.amount else 0 end
      from asked where a.id = (s).action_id and a.status in ('processing', 'under_review') and a.sends = coalesce((s).sends, a.sends) returning s
  )
  select array_agg(s order by (s).action_id) into v_settled from moved;
  if v_settled is null then return; end if;

  if (select count(*) from unnest(v_settled) where change is not null)
     <> (select count(*) from change_esims((select coalesce(jsonb_agg(change), '[]') from unnest(v_settled) where change is not null))) then
    raise exception 'an eSIM has moved on' using errcode = 'SV001';
  end if;

  -- What the supplier gives back for top-ups of a cancelled eSIM is given back too.
  with returned as (
    update actions t set refunded_amount = t.amount, refunded_at = s.at
      from unnest(v_settled) s join actions a on a.id = s.action_id
     where a.action = 'cancel' and a.status = 'succeeded' and s.topups_refunded and t.esim_id = a.esim_id and t.action = 'topup'
       and t.status = 'succeeded' and t.charged and t.refunded_amount = 0
       -- Of several alike the newest are those that are kept.
       and t.id not in (
         select k.id from (
           select x.id, x.package_code, row_number() over (partition by x.package_code order by x.id desc) as place from actions x
            where x.esim_id = a.esim_id and x.action = 'topup' and x.status = 'succeeded') k
          where k.place <= (select count(*) from unnest(s.topups_kept) p where p = k.package_code))
    returning t.id, t.account_id, t.amount, t.package_name, s.at, s.action_id as cancel_id
  ), refunds as (
    select a.account_id, a.refunded_amount as amount, 'action:' || a.id || ':refund' as cause,
           case a.action when 'cancel' then 'Order B2B-' || a.order_id || ': eSIM ' || e.iccid || ' cancelled'
                         else 'Top-up ' || a.package_name || ' of eSIM ' || e.iccid || ' failed' end as description, s.at
      from unnest(v_settled) s join actions a on a.id = s.action_id join esims e on e.id = a.esim_id where a.refunded_amount > 0
    union all
    select account_id, amount, 'action:' || id || ':refund', 'Top-up ' || package_name || ' of a cancelled eSIM', at from returned
  ), noted as (
    update actions a set topups_amount = r.amount, topups_returned = coalesce(r.topups_refunded, false), topups_kept = coalesce(r.topups_kept, '{}'), price_returned = coalesce(r.price_refunded, false),
           refunded_at = case when a.refunded_amount + r.amount > 0 then r.at end
      from (select s.action_id, s.at, s.topups_refunded and x.action = 'cancel' and x.status = 'succeeded' as topups_refunded, s.topups_kept,
                   s.price_refunded and x.action = 'cancel' and x.status = 'succeeded' as price_refunded,
                   coalesce((select sum(t.amount) from returned t where t.cancel_id = s.action_id), 0) as amount
              from unnest(v_settled) s join actions x on x.id = s.action_id) r
     where a.id = r.action_id
  )
  select array_agg((account_id, 'refund', amount, cause, description, at)::new_entry order by account_id, cause) into v_entries from refunds;

  update orders o set refunded_amount = o.refunded_amount + r.refund
    from (select a.order_id, sum(a.refunded_amount) as refund from unnest(v_settled) s join actions a on a.id = s.action_id
           where a.action = 'cancel' and a.refunded_amount > 0 group by a.order_id) r where o.id = r.order_id;

  with ended as (
    update orders o set status = 'cancelled', updated_at = d.at
      from (select distinct on (a.order_id) a.order_id, s.order_event_id, s.order_data, s.at
              from unnest(v_settled) s join actions a on a.id = s.action_id
             where a.action = 'cancel' and s.status = 'succeeded' order by a.order_id, s.action_id) d
     where o.id = d.order_id and o.status in ('delivered', 'partially_delivered')
       and not exists (select from esims e where e.order_id = o.id and e.status <> 'cancelled')
    returning o.account_id, o.environment, d.order_event_id, d.order_data, d.at
  ), told as (
    select (account_id, environment, order_event_id, 'order.cancelled', order_data, at)::new_event as fact, 0 as ord from ended
    union all
    select (a.account_id, a.environment, f.event_id, f.type, f.data, s.at)::new_event, s.action_id
      from unnest(v_settled) s join actions a on a.id = s.action_id cross join jsonb_to_recordset(s.events) as f(event_id text, type text, data text)
  )
  select announce_events(array_agg(fact order by ord)) into v_told from told having count(*) > 0;

  if v_entries is not null then perform from append_entries(v_entries); end if;
  return query select action_id from unnest(v_settled);
end $$;
