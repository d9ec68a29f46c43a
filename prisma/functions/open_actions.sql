-- Opens actions. An eSIM that has one of the kind open already gets none. Live ones are handed to the worker in the
-- same transaction. Returns those that were opened. Locks nothing that exists, but waits for whoever opens the same
-- action.
create type new_action as (
  account_id int, environment text, esim_id bigint, order_id bigint, supplier_code text, action text, status text, package_code text,
  package_name text, data_mb int, duration_days int, unit_cost_usd numeric, amount numeric, currency text, charged boolean,
  request_id text, reference text, at timestamptz, topups_amount numeric, payment_kept text);

create or replace function open_actions(p_actions jsonb) returns table (id bigint, esim_id bigint) language sql as $$
  with made as (
    insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, package_code, package_name, data_mb,
      duration_days, unit_cost_usd, amount, topups_amount, currency, charged, request_id, reference, payment_kept, created_at, updated_at)
    select a.account_id, a.environment, a.esim_id, a.order_id, a.supplier_code, a.action, a.status, a.package_code, a.package_name, a.data_mb,
           a.duration_days, a.unit_cost_usd, a.amount, coalesce(a.topups_amount, 0), a.currency, a.charged, a.request_id, a.reference, a.payment_kept, a.at, a.at
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
