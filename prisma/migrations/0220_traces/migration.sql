-- The trace that a job and an event are part of travels with them, from the request to the webhook (decision 130).

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "traceparent" TEXT;

-- AlterTable
ALTER TABLE "outbox_jobs" ADD COLUMN     "traceparent" TEXT;

drop function settle_order;

drop function claim_deliveries;

drop function announce_events;

drop type order_request;

-- Places waiting orders in one transaction (decision 3). The wallets' locks come first, in the order of their
-- accounts, and make what the second statement sees final: nothing is written for an order that is refused. Outcomes:
-- placed, replayed, key_conflict, reference_taken, insufficient. Two requests of one call must not share a key or a
-- reference: the whole call fails with unique_violation then. Plans are made once and pinned to the indexes, whatever
-- the size of the tables was at that moment.
create type order_request as (
  ord int, id bigint, account_id int, environment text, operation text, idempotency_key text, fingerprint text, response text,
  client_reference text, status text, package_id int, package_name text, quantity int, unit_price numeric, total_amount numeric,
  currency text, supplier_code text, unit_cost_usd numeric, unit_base_usd numeric, request_id text, at timestamptz, event_id text,
  event_type text, esims jsonb, event_data text, traceparent text);

create or replace function announce_events(p_events new_event[], p_traceparent text default null) returns int
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  with made as (
    insert into events (event_id, account_id, environment, type, data, created_at, traceparent)
    select event_id, account_id, environment, type, data, at, p_traceparent from unnest(p_events) returning *
  ), wanted as (
    insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
    select w.id, e.id, e.created_at, e.created_at
      from made e join webhook_endpoints w on w.account_id = e.account_id and w.environment = e.environment and w.status = 'active'
       and (w.events @> array['*'] or w.events @> array[e.type])
    returning endpoint_id, next_attempt_at
  )
  insert into outbox_jobs (job, payload, run_at)
  select 'deliver-webhooks', jsonb_build_object('endpointIds', jsonb_agg(distinct endpoint_id)), min(next_attempt_at)
    from wanted having count(*) > 0;
  return cardinality(p_events);
end $$;

-- Takes what is due at the endpoints, oldest first, at most p_rooms[i] at endpoint i, and one probe at an endpoint
-- whose pause is over (decision 13). What is taken belongs to the caller until p_until, when the job that is set here
-- lets somebody take it up again. Skips what others hold: nobody waits, and no delivery is claimed twice. An endpoint in a
-- go-live drill is served by the drill as long as that lasts (decision 98).
create or replace function claim_deliveries(p_endpoint_ids int[], p_rooms int[], p_now timestamptz, p_until timestamptz)
returns table (
  id bigint, endpoint_id int, attempts_made int, probe boolean, event_id text, type text, environment text, sequence bigint, data text,
  occurred_at timestamptz, url text, secret bytea, previous_secret bytea,
  first boolean, traceparent text)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_probed int[];
begin
  -- The row lock lets one of several workers probe.
  with probed as (
    update webhook_endpoints w set paused_until = p_until
     where w.id = any(p_endpoint_ids) and w.status = 'active' and w.paused_until <= p_now
       and exists (select from deliveries d where d.endpoint_id = w.id and d.status in ('pending', 'retrying') and d.next_attempt_at <= p_now)
    returning w.id
  )
  select coalesce(array_agg(id), '{}') into v_probed from probed;
  return query
  with wanted as (
    select w.*, w.paused_until is not null as probe, case when w.paused_until is null then asked.room else 1 end as room
      from unnest(p_endpoint_ids, p_rooms) asked(endpoint_id, room) join webhook_endpoints w on w.id = asked.endpoint_id
     where w.status = 'active' and (w.paused_until is null or w.id = any(v_probed))
       and not exists (select from drills r where r.endpoint_id = w.id and r.ended_at is null and r.ends_at > p_now)
  ), due as materialized (
    select d.id from wanted w cross join lateral (
      select id from deliveries
       where endpoint_id = w.id and status in ('pending', 'retrying') and next_attempt_at <= p_now
       order by next_attempt_at, id limit w.room for no key update skip locked) d
  ), taken as (
    update deliveries d set next_attempt_at = p_until from due where d.id = due.id returning d.*
  )
  select t.id, t.endpoint_id, (t.attempt_count - t.attempts_before)::int, w.probe, e.event_id, e.type, e.environment, e.id, e.data, e.created_at,
         w.url, w.secret, case when w.overlap_until > p_now then w.previous_secret end,
         t.attempt_count = 0, e.traceparent
    from taken t join wanted w on w.id = t.endpoint_id join events e on e.id = t.event_id
   order by t.id;
  perform ring_endpoints(p_endpoint_ids, p_now);
end $$;

create or replace function place_orders(p_requests jsonb)
returns table (ord int, outcome text, response text, balance numeric, available numeric, credit_enabled boolean, credit_status text)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_requests order_request[] := array(select x from jsonb_populate_recordset(null::order_request, p_requests) x);
begin
  perform from wallets where account_id = any(select account_id from unnest(v_requests)) order by account_id for no key update;
  return query
  with known as (
    select x.*, w.balance as wallet, greatest(0, w.balance + usable_credit(w)) as room, w.credit_enabled, w.credit_status,
           k.response as first_response,
           case when k.fingerprint = decode(x.fingerprint, 'hex') then 'replayed'
                when k.fingerprint is not null then 'key_conflict'
                when taken.id is not null then 'reference_taken' end as settled
      from unnest(v_requests) x
      join wallets w on w.account_id = x.account_id
      left join idempotency_keys k on k.account_id = x.account_id and k.environment = x.environment and k.operation = x.operation
        and k.key = x.idempotency_key and k.created_at > x.at - interval '24 hours'
      left join orders taken on taken.account_id = x.account_id and taken.environment = x.environment
        and taken.client_reference = x.client_reference
  ), funded as (
    select *, case when settled is null and environment = 'live' then total_amount else 0 end as price,
           remaining_after(room, case when settled is null and environment = 'live' then total_amount else 0 end)
             over (partition by account_id order by ord) as room_after
      from known
  ), judged as (
    select *, coalesce(lag(room_after) over (partition by account_id order by ord), room) as room_before from funded
  ), placed as (
    select * from judged where settled is null and room_before - room_after = price
  ), keys as (
    insert into idempotency_keys as k (account_id, environment, operation, key, fingerprint, response, created_at)
    select account_id, environment, operation, idempotency_key, decode(fingerprint, 'hex'), response, at from placed
    on conflict (account_id, environment, operation, key)
      do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at
  ), made as (
    insert into orders (id, account_id, environment, client_reference, status, package_id, package_name, requested_quantity,
      delivered_quantity, unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
    select id, account_id, environment, client_reference, status, package_id, package_name, quantity, coalesce(jsonb_array_length(esims), 0),
      unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, at, at from placed
  ), profiles as (
    select insert_esims(id, account_id, environment, esims, at) as n from placed where esims is not null
  ), debits as (
    select (append_entries(array_agg((account_id, 'debit', -total_amount, 'order:' || id,
             'Order B2B-' || id || ': ' || quantity || ' × ' || package_name, at)::new_entry order by ord))).id as n
      from placed where environment = 'live' having count(*) > 0
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at, traceparent)
    select 'fulfil-order', 'fulfil-order:' || id, jsonb_build_object('orderId', id), at, traceparent from placed where environment = 'live'
  ), facts as (
    select announce_events(array_agg((account_id, environment, event_id, event_type, coalesce(event_data, '{"order":' || response || '}'), at)
             ::new_event order by ord), traceparent) as n
      from placed group by traceparent
  ), written as (
    select (select count(n) from profiles) + (select count(n) from debits) + (select count(n) from facts) as n
  )
  select j.ord, coalesce(j.settled, case when j.room_before - j.room_after = j.price then 'placed' else 'insufficient' end),
         case when j.settled = 'replayed' then j.first_response when j.settled is null then j.response end,
         j.wallet - (j.room - j.room_before), j.room_before, j.credit_enabled, j.credit_status
    from judged j join written on written.n >= 0;
end $$;

-- Ends an order, once: its eSIMs, the refund of what was not delivered, the event. Returns false, and writes nothing,
-- when it had ended already or a part of it has not. Locks the wallet (unless everything was delivered), then the
-- order. Raises check_violation when status and number of eSIMs contradict each other, and unique_violation when a
-- living eSIM has one of the profiles.
create or replace function settle_order(
  p_order_id bigint, p_status text, p_esims jsonb, p_event_id text, p_event_type text, p_data text, p_at timestamptz,
  p_traceparent text default null
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
  perform announce_events(array[(o.account_id, o.environment, p_event_id, p_event_type, p_data, p_at)::new_event], p_traceparent);
  return true;
end $$;
