-- A booking says where its endpoints are now and how they want it signed: what was claimed ahead for them follows (decision 156).

drop function book_attempts;

create or replace function book_attempts(p_attempts jsonb, p_now timestamptz)
returns table (
  endpoint_id int, status text, failure_count int, failing_since timestamptz, url text, secret bytea, previous_secret bytea)
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
  returning w.id, w.status, w.failure_count, w.failing_since, w.url, w.secret, case when w.overlap_until > p_now then w.previous_secret end;
  -- The next attempt may be due by the time this one is booked.
  perform ring_endpoints(
    array(select distinct endpoint_id from unnest(v_made) where next_attempt_at is not null),
    (select least(p_now, min(next_attempt_at) - interval '1 millisecond') from unnest(v_made)));
end $$;
