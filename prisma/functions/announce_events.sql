-- Records facts, one delivery of each for every active endpoint that wants it, and the job that looks for deliveries,
-- in the caller's transaction (decision 2). Returns how many events were given. The body of an event is stored as it
-- is sent (decision 6), with the trace that it is part of, if there is one (decision 130). Locks nothing that exists. Raises
-- unique_violation when an event id is used twice.
create type new_event as (account_id int, environment text, event_id text, type text, data text, at timestamptz);

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
