-- Whoever moves money locks in one order: the accounts' wallets by id, orders by id, parts and actions by id, eSIMs by id. Whoever
-- moves none begins further down. And what was sent and not seen is remembered for as long as it may turn up.

-- ---------------------------------------------------------------- what may still turn up

-- AlterTable
ALTER TABLE "supplier_orders" ADD COLUMN     "lost_at" TIMESTAMPTZ(3),
ADD COLUMN     "stray" TEXT,
ADD COLUMN     "stray_profiles" JSONB,
ADD COLUMN     "stray_reference" TEXT,
ADD COLUMN     "watch_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "lost_at" TIMESTAMPTZ(3),
ADD COLUMN     "stray" TEXT,
ADD COLUMN     "topups_amount" DECIMAL(18,4) NOT NULL DEFAULT 0,
ADD COLUMN     "topups_returned" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "watch_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "esims" ADD COLUMN     "missing_at" TIMESTAMPTZ(3);

-- An order that was delivered after it had been given up is a rejected one with something that belongs to nobody: so may a
-- delivered one be, when more comes of it than was settled.
update supplier_orders set status = 'rejected', rejected_code = coalesce(rejected_code, 'not_accepted'), stray = 'waiting', stray_profiles = profiles,
       profiles = null
 where status = 'quarantined';

drop index supplier_orders_review;
alter table supplier_orders
  drop constraint supplier_orders_status,
  add constraint supplier_orders_status check (status in ('intended', 'sent', 'accepted', 'delivered', 'rejected', 'review', 'replaced')),
  add constraint supplier_orders_stray check (stray in ('waiting', 'returned', 'kept'));
alter table actions
  add constraint actions_stray check (stray in ('waiting', 'kept')),
  add constraint actions_topups check (topups_amount >= 0 and (action = 'cancel' or (topups_amount = 0 and not topups_returned)));

create index supplier_orders_review on supplier_orders (id) where status = 'review' or stray = 'waiting';
create index supplier_orders_watched on supplier_orders (watch_at) where watch_at is not null;
create index actions_strays on actions (id) where stray = 'waiting';
create index actions_watched on actions (watch_at) where watch_at is not null;

-- Looks that older versions had planned stand in their jobs alone.
update supplier_orders p set lost_at = p.updated_at, watch_at = j.run_at
  from outbox_jobs j where j.job = 'check-late-order' and j.key = 'check-late-order:' || p.reference and p.status = 'rejected';

-- ---------------------------------------------------------------- state moves

-- The moves of a part of an order: what an answer that comes too late would do is refused, whoever brings it.
create function check_part_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('intended', 'sent'), ('sent', 'intended'),
    ('sent', 'accepted'), ('sent', 'rejected'), ('sent', 'review'),
    ('accepted', 'delivered'), ('accepted', 'rejected'), ('accepted', 'review'),
    ('review', 'delivered'), ('review', 'rejected'),
    -- Found while it was to be sent again, or while its order still waits after it was given up.
    ('intended', 'accepted'), ('rejected', 'accepted'),
    -- People have to tell whose an eSIM is that another order has too.
    ('delivered', 'review'),
    -- Bought elsewhere instead.
    ('rejected', 'replaced')
  ) then
    raise exception 'part % may not move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger supplier_orders_moves before update of status on supplier_orders
  for each row when (old.status is distinct from new.status) execute function check_part_move();

-- ---------------------------------------------------------------- orders

-- Ends an order that was queued or in the supplier's hands: its eSIMs, the refund of what was not delivered, the event. False when
-- it had ended already, or a part of it has not.
create or replace function settle_order(
  p_order_id bigint, p_status text, p_esims jsonb, p_event_id text, p_event_type text, p_data text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  o orders;
begin
  if p_status <> 'delivered' then
    perform from wallets where account_id = (select account_id from orders where id = p_order_id) for no key update;
  end if;
  -- Whoever plans another purchase for the order holds this lock too: what is planned is seen, or finds the order ended.
  perform from orders where id = p_order_id for no key update;
  update orders
     set status = p_status, delivered_quantity = jsonb_array_length(p_esims),
         refunded_amount = unit_price * (requested_quantity - jsonb_array_length(p_esims)), updated_at = p_at
   where id = p_order_id and status in ('queued', 'processing')
     and not exists (select from supplier_orders p where p.order_id = p_order_id and p.status in ('intended', 'sent', 'accepted', 'review'))
  returning * into o;
  if not found then return false; end if;
  if (p_status = 'delivered') <> (o.delivered_quantity = o.requested_quantity) or (p_status = 'failed') <> (o.delivered_quantity = 0) then
    raise exception 'order % cannot be % with % of % delivered', o.id, p_status, o.delivered_quantity, o.requested_quantity
      using errcode = 'check_violation';
  end if;
  perform insert_esims(o.id, o.account_id, o.environment, p_esims, p_at);
  if o.refunded_amount > 0 then
    perform post_entry(o.account_id, 'refund', o.refunded_amount,
      'order:' || o.id || case when p_status = 'failed' then ':failed' else ':shortfall' end,
      'Order B2B-' || o.id || ': ' || (o.requested_quantity - o.delivered_quantity) || ' of ' || o.requested_quantity || ' not delivered', p_at);
  end if;
  perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  return true;
end $$;

-- A part that was given up has turned up while its order still waits: it is the order's after all. False when it does not wait.
create function adopt_part(p_part_id bigint, p_sends int, p_supplier_reference text, p_at timestamptz) returns boolean
language plpgsql as $$
begin
  perform from orders o where o.id = (select order_id from supplier_orders where id = p_part_id) and o.status = 'processing' for no key update;
  if not found then return false; end if;
  update supplier_orders
     set status = 'accepted', supplier_reference = p_supplier_reference, rejected_code = null, checks = 0, not_found_at = null, busy_until = null,
         short_at = null, short_quantity = null, updated_at = p_at
   where id = p_part_id and status = 'rejected' and sends = p_sends;
  return found;
end $$;

-- ---------------------------------------------------------------- actions

alter type settlement drop attribute refund, add attribute supplier_reference text, add attribute sends int;

-- Ends actions: their eSIMs' new state, what is given back, the order that is cancelled with its last eSIM, and the events. Returns
-- the actions that were ended; one that had ended before, or was sent again since, is left alone. What is paid follows from the action alone. An eSIM that is
-- no longer the version that was read fails the whole call with SV001: read again.
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
    returning t.id, t.account_id, t.amount, t.package_name, s.at, s.action_id as cancel_id
  ), refunds as (
    select a.account_id, a.refunded_amount as amount, 'action:' || a.id || ':refund' as cause,
           case a.action when 'cancel' then 'Order B2B-' || a.order_id || ': eSIM ' || e.iccid || ' cancelled'
                         else 'Top-up ' || a.package_name || ' of eSIM ' || e.iccid || ' failed' end as description, s.at
      from unnest(v_settled) s join actions a on a.id = s.action_id join esims e on e.id = a.esim_id where a.refunded_amount > 0
    union all
    select account_id, amount, 'action:' || id || ':refund', 'Top-up ' || package_name || ' of a cancelled eSIM', at from returned
  ), noted as (
    update actions a set topups_amount = r.amount, topups_returned = coalesce(r.topups_refunded, false),
           refunded_at = case when a.refunded_amount + r.amount > 0 then r.at end
      from (select s.action_id, s.at, s.topups_refunded and x.action = 'cancel' and x.status = 'succeeded' as topups_refunded,
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

-- A supplier has cancelled an eSIM by itself: that is an accepted cancel, of the one that is open or of one that is opened for it.
create function accept_cancel(p_esim_id bigint, p_settlement jsonb, p_request_id text, p_reference text, p_at timestamptz)
returns bigint language plpgsql as $$
declare
  e esims;
  v_action bigint;
begin
  select * into strict e from esims where id = p_esim_id;
  perform from wallets where account_id = e.account_id for no key update;
  perform from orders where id = e.order_id for no key update;
  select a.id into v_action from actions a
   where a.esim_id = e.id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review') for no key update;
  if not found then
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id, reference,
      unsent, created_at, updated_at)
    select e.account_id, e.environment, e.id, o.id, e.supplier_code, 'cancel', 'processing', o.unit_price, o.currency, false, p_request_id, p_reference,
           false, p_at, p_at
      from orders o where o.id = e.order_id
    returning id into v_action;
    -- It is cancelled already: see price_cancel.
    if v_action is null then return null; end if;
  end if;
  perform settle_actions(jsonb_build_array(p_settlement || jsonb_build_object('action_id', v_action)));
  return v_action;
end $$;

-- A cancel takes nothing back that is over. One that is asked for while its order is being refunded takes the eSIM back and pays
-- nothing: its price is paid.
create or replace function price_cancel() returns trigger language plpgsql as $$
begin
  if (select status from orders where id = new.order_id for share) = 'refunded' then new.amount := 0; end if;
  if exists (select from esims where id = new.esim_id and status in ('cancelled', 'expired')) then return null; end if;
  return new;
end $$;

alter type new_action add attribute topups_amount numeric;

-- Opens actions. An eSIM that has one of the kind open already gets none. Live ones are handed to the worker.
create or replace function open_actions(p_actions jsonb) returns table (id bigint, esim_id bigint) language sql as $$
  with made as (
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, package_code, package_name, data_mb,
      duration_days, unit_cost_usd, amount, topups_amount, currency, charged, request_id, reference, created_at, updated_at)
    select a.account_id, a.environment, a.esim_id, a.order_id, a.supplier_code, a.action, a.status, a.package_code, a.package_name, a.data_mb,
           a.duration_days, a.unit_cost_usd, a.amount, coalesce(a.topups_amount, 0), a.currency, a.charged, a.request_id, a.reference, a.at, a.at
      from jsonb_populate_recordset(null::new_action, p_actions) a
     order by a.esim_id
    on conflict (esim_id, action) where status in ('queued', 'processing', 'under_review') do nothing
    returning id, esim_id, environment, created_at
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at)
    select 'settle-action', 'settle-action:' || id, jsonb_build_object('actionId', id), created_at from made where environment = 'live'
  )
  select id, esim_id from made
$$;

-- Opens a top-up once per idempotency key and charges it, under the wallet's lock; what moves no money does not lock it. In the
-- answer `"action_id":0` and `"ledger_reference":"LED-0"` stand for ids that are known only here. Outcomes: opened, replayed,
-- key_conflict, busy, over, insufficient.
create or replace function request_topup(
  p_topup jsonb, p_operation text, p_key text, p_fingerprint text, p_response text,
  out outcome text, out response text, out action_id bigint, out balance numeric, out available numeric, out credit_enabled boolean,
  out credit_status text
) language plpgsql as $$
declare
  t new_action := jsonb_populate_record(null::new_action, p_topup);
  w wallets;
  k idempotency_keys;
begin
  if t.charged then perform from wallets where account_id = t.account_id for no key update;
  else perform pg_advisory_xact_lock(hashtextextended('topup:' || t.account_id || ':' || t.environment, 0)); end if;
  select * into strict w from wallets where account_id = t.account_id;
  select * into k from idempotency_keys x where x.account_id = t.account_id and x.environment = t.environment and x.operation = p_operation
     and x.key = p_key and x.created_at > t.at - interval '24 hours';
  balance := w.balance;
  available := greatest(0, w.balance + usable_credit(w));
  credit_enabled := w.credit_enabled;
  credit_status := w.credit_status;
  response := k.response;
  outcome := case
    when k.fingerprint = decode(p_fingerprint, 'hex') then 'replayed'
    when k.fingerprint is not null then 'key_conflict'
    when exists (select from esims e where e.id = t.esim_id and e.status in ('cancelled', 'expired')) then 'over'
    when t.charged and t.amount > available then 'insufficient'
  end;
  if outcome is not null then return; end if;
  select o.id into action_id from open_actions(jsonb_build_array(p_topup)) o;
  if action_id is null then
    outcome := 'busy';
    return;
  end if;
  response := replace(p_response, '"action_id":0', '"action_id":' || action_id);
  if t.charged then
    select replace(response, '"ledger_reference":"LED-0"', '"ledger_reference":"LED-' || l.id || '"') into response
      from append_entries(array[(t.account_id, 'debit', -t.amount, 'action:' || action_id, 'Top-up ' || t.package_name, t.at)::new_entry]) l;
  end if;
  insert into idempotency_keys as i (account_id, environment, operation, key, fingerprint, response, created_at)
  values (t.account_id, t.environment, p_operation, p_key, decode(p_fingerprint, 'hex'), response, t.at)
  on conflict on constraint idempotency_keys_pkey
    do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at;
  outcome := 'opened';
end $$;

-- ---------------------------------------------------------------- refund of a whole order

drop function refund_order(bigint, timestamptz);

-- Gives back what was charged for an order and not given back yet: what was not delivered and what was cancelled has been
-- refunded, so each unit is once. The cause is unique. Tells of it, and asks the suppliers that can to take the eSIMs back.
-- Outcomes: refunded, or why not.
create function refund_order(
  p_order_id bigint, p_at timestamptz, p_event_id text default null, p_event_type text default null, p_data text default null,
  p_cancels jsonb default '[]',
  out outcome text, out entry_id bigint, out amount numeric, out balance_after numeric
) language plpgsql as $$
declare
  o orders;
begin
  perform from wallets where account_id = (select account_id from orders where id = p_order_id) for no key update;
  select * into o from orders where id = p_order_id for no key update;
  outcome := case
    when o.id is null then 'unknown'
    when o.environment <> 'live' then 'test'
    when o.status = 'refunded' then 'refunded_before'
    when o.status not in ('delivered', 'partially_delivered') then 'not_delivered'
    when exists (select from actions a where a.order_id = o.id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review'))
      then 'being_cancelled'
    else 'refunded'
  end;
  if outcome <> 'refunded' then return; end if;
  amount := o.total_amount - o.refunded_amount;
  update orders set status = 'refunded', refunded_amount = total_amount, updated_at = p_at where id = o.id;
  perform from open_actions(p_cancels);
  if p_event_id is not null then
    perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event]);
  end if;
  select p.entry_id, p.balance_after into entry_id, balance_after
    from post_entry(o.account_id, 'refund', amount, 'order:' || o.id || ':refunded', 'Order B2B-' || o.id || ': refunded', p_at) p;
end $$;
