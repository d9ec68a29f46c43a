-- What is claimed says whose it is: of one account's endpoints that all hang half of what a process sends at a time was never left
-- for the others. What a function returns cannot be replaced.
drop function claim_deliveries(int[], int[], timestamptz, timestamptz);
-- Takes what is due at the endpoints, oldest first, at most p_rooms[i] at endpoint i, and one probe at an endpoint
-- whose pause is over (decision 13). What is taken belongs to the caller until p_until, when the job that is set here
-- lets somebody take it up again. Skips what others hold: nobody waits, and no delivery is claimed twice. An endpoint in a
-- go-live drill is served by the drill as long as that lasts (decision 98).
create or replace function claim_deliveries(p_endpoint_ids int[], p_rooms int[], p_now timestamptz, p_until timestamptz)
returns table (
  id bigint, endpoint_id int, account_id int, attempts_made int, probe boolean, event_id text, type text, environment text, sequence bigint, data text,
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
  select t.id, t.endpoint_id, w.account_id, (t.attempt_count - t.attempts_before)::int, w.probe, e.event_id, e.type, e.environment, e.id, e.data, e.created_at,
         w.url, w.secret, case when w.overlap_until > p_now then w.previous_secret end,
         t.attempt_count = 0, e.traceparent
    from taken t join wanted w on w.id = t.endpoint_id join events e on e.id = t.event_id
   order by t.id;
  -- A bell that rings before p_until is early enough; one that is about to may be on its way already, and know nothing of this.
  perform ring_endpoints(
    array(select asked from unnest(p_endpoint_ids) asked where not exists (
      select from outbox_jobs where key = 'deliver-webhooks:' || asked and run_at > p_now + interval '5 seconds' and run_at <= p_until)), p_now);
end $$;
