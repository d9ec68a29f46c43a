-- Deliveries cost less (decision 156): a claim looks for the next bell only where none is set in its time, which went through what
-- was claimed before; of many attempts that are booked together each was looked for among all of them.

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
  -- A bell that rings before p_until is early enough; one that is about to may be on its way already, and know nothing of this.
  perform ring_endpoints(
    array(select asked from unnest(p_endpoint_ids) asked where not exists (
      select from outbox_jobs where key = 'deliver-webhooks:' || asked and run_at > p_now + interval '5 seconds' and run_at <= p_until)), p_now);
end $$;

-- Books delivery attempts in the order in which they ended: the record of each, the deliveries' states, the
-- endpoints' counters, the next look. A delivery that was ended meanwhile stays ended, unless it arrived after all.
-- Returns the endpoints as they stand now. Locks the endpoints by id first.
create or replace function book_attempts(p_attempts jsonb, p_now timestamptz)
returns table (endpoint_id int, status text, failure_count int, failing_since timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_made made_attempt[] := array(select x from jsonb_populate_recordset(null::made_attempt, p_attempts) x);
  v_endpoints int[] := array(select distinct endpoint_id from unnest(v_made));
begin
  perform from webhook_endpoints where id = any(v_endpoints) order by id for no key update;
  return query
  with moved as (
    update deliveries d
       set attempt_count = d.attempt_count + 1,
           status = case when m.error is null or d.status = 'delivered' then 'delivered'
                         when d.next_attempt_at is null or m.next_attempt_at is null then 'failed' else 'retrying' end,
           next_attempt_at = case when m.error is not null and d.next_attempt_at is not null then m.next_attempt_at end,
           delivered_at = case when m.error is null then p_now else d.delivered_at end,
           last_http_status = m.http_status,
           last_error = case when m.error is not null and d.status = 'failed' then d.last_error else m.error end
      from unnest(v_made) m where d.id = m.delivery_id
    returning d.attempt_count, d.next_attempt_at as again_at, m.*
  ), recorded as (
    insert into delivery_attempts (delivery_id, number, headers, http_status, response, error, duration_ms, next_attempt_at, created_at)
    select delivery_id, attempt_count, headers, http_status, response, error, duration_ms, again_at, at from moved order by ord
  ), last_success as (
    select endpoint_id, max(ord) filter (where error is null) as ord from unnest(v_made) group by endpoint_id
  ), counted as (
    select s.endpoint_id, s.ord is not null as succeeded, count(m.ord) as failures, min(m.at) as failing_since
      from last_success s left join unnest(v_made) m on m.endpoint_id = s.endpoint_id and m.ord > coalesce(s.ord, -1)
     group by s.endpoint_id, s.ord
  )
  update webhook_endpoints w
     set failure_count = case when c.succeeded then c.failures else w.failure_count + c.failures end,
         failing_since = case when c.succeeded then c.failing_since else coalesce(w.failing_since, c.failing_since) end,
         last_success_at = case when c.succeeded then p_now else w.last_success_at end,
         paused_until = case when c.succeeded then null else w.paused_until end
    from counted c where w.id = c.endpoint_id
  returning w.id, w.status, w.failure_count, w.failing_since;
  -- The next attempt may be due by the time this one is booked.
  perform ring_endpoints(
    array(select distinct endpoint_id from unnest(v_made) where next_attempt_at is not null),
    (select least(p_now, min(next_attempt_at) - interval '1 millisecond') from unnest(v_made)));
end $$;
