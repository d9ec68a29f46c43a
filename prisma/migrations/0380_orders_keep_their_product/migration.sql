-- What was sold keeps the product that it was sold as (decision 160): whether its package is another one by now was told by the time of the
-- change, and for ten minutes after it nobody knew. Rows of before have none, and keep the rule of before.

-- AlterTable
ALTER TABLE "checkout_lines" ADD COLUMN     "product_key" TEXT;

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "product_key" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "product_key" TEXT;

drop type order_request;

-- Places waiting orders in one transaction (decision 3). The wallets' locks come first, in the order of their
-- accounts, and make what the second statement sees final: nothing is written for an order that is refused. Outcomes:
-- placed, replayed, key_conflict, reference_taken, insufficient. Two requests of one call must not share a key or a
-- reference: the whole call fails with unique_violation then. An order that is placed gets its id here, under the lock, so
-- that later orders of an account have higher ones; until then a number below zero stands in its texts (decision 157). Plans
-- are made once and pinned to the indexes, whatever the size of the tables was at that moment.
create type order_request as (
  ord int, id bigint, account_id int, environment text, operation text, idempotency_key text, fingerprint text, response text,
  client_reference text, status text, package_id int, package_name text, quantity int, unit_price numeric, total_amount numeric,
  currency text, supplier_code text, unit_cost_usd numeric, unit_base_usd numeric, request_id text, at timestamptz, event_id text,
  event_type text, esims jsonb, event_data text, traceparent text, product_key text);

-- The plans of every purchase of eSIMs, whether it is of one plan, in its own row, or of several: what each was sold for and which order it
-- became.
create or replace view sale_lines as
  select id as checkout_id, 1::smallint as place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id,
         null::text as refusal, refund_due, product_key
    from checkouts where kind = 'order' and lines = 1
  union all
  select checkout_id, place, package_id, package_name, quantity, retail_price, unit_price, total_amount, unit_cap, order_id, refusal, refund_due, product_key
    from checkout_lines;

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
  ), numbered as (
    -- One above zero was drawn before the call, as the version before this one does.
    select case when id < 0 then nextval('orders_id_seq') else id end as number, *
      from judged where settled is null and room_before - room_after = price
  ), placed as (
    select *, replace(response, id::text, number::text) as answer, replace(event_data, id::text, number::text) as data,
           replace(esims::text, id::text, number::text)::jsonb as profiles
      from numbered
  ), keys as (
    insert into idempotency_keys as k (account_id, environment, operation, key, fingerprint, response, created_at)
    select account_id, environment, operation, idempotency_key, decode(fingerprint, 'hex'), answer, at from placed
    on conflict (account_id, environment, operation, key)
      do update set fingerprint = excluded.fingerprint, response = excluded.response, created_at = excluded.created_at
  ), made as (
    insert into orders (id, account_id, environment, client_reference, status, package_id, package_name, product_key, requested_quantity,
      delivered_quantity, unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
    select number, account_id, environment, client_reference, status, package_id, package_name, product_key, quantity, coalesce(jsonb_array_length(profiles), 0),
      unit_price, total_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, at, at from placed
  ), delivered as (
    select insert_esims(number, account_id, environment, profiles, at) as n from placed where profiles is not null
  ), debits as (
    select (append_entries(array_agg((account_id, 'debit', -total_amount, 'order:' || number,
             'Order B2B-' || number || ': ' || quantity || ' × ' || package_name, at)::new_entry order by ord))).id as n
      from placed where environment = 'live' having count(*) > 0
  ), jobs as (
    insert into outbox_jobs (job, key, payload, run_at, traceparent)
    select 'fulfil-order', 'fulfil-order:' || number, jsonb_build_object('orderId', number), at, traceparent from placed where environment = 'live'
  ), facts as (
    select announce_events(array_agg((account_id, environment, event_id, event_type, coalesce(data, '{"order":' || answer || '}'), at)
             ::new_event order by ord), traceparent) as n
      from placed group by traceparent
  ), written as (
    select (select count(n) from delivered) + (select count(n) from debits) + (select count(n) from facts) as n
  )
  select j.ord, coalesce(j.settled, case when j.room_before - j.room_after = j.price then 'placed' else 'insufficient' end),
         case when j.settled = 'replayed' then j.first_response else p.answer end,
         j.wallet - (j.room - j.room_before), j.room_before, j.credit_enabled, j.credit_status
    from judged j left join placed p on p.ord = j.ord join written on written.n >= 0;
end $$;
